// @ts-check
/** The leaderboards: of a game by moves or speed, of all four by points; of a day, a week, a month, of all time. */

import * as words from './copy/boards.js';
import { Problem, day as askDay, getAnew, serverNow, variants } from './api.js';
import { SPANS, addressOf, datesOf, periodOf, placeOf, questionOf } from './periods.js';
import { Standings } from './standings.js';
import { addDays, clock } from './format.js';
import { addressParts, say, sentenceOf, showError, showPage } from './chrome.js';
import { chartOf, movesChart, winners } from './chart.js';
import { errors } from './copy.js';
import { followNewcomers } from './newcomers.js';
import { gameColumns, gapOf, pointsColumns } from './columns.js';
import { h, put, setText } from './html.js';
import { icon } from './icons.js';
import { raceButton } from './race-button.js';

/** @typedef {import('./messages').Leaderboard} Leaderboard */
/** @typedef {import('./messages').PointsBoard} PointsBoard */
/** @typedef {import('./messages').Histogram} Histogram */
/** @typedef {import('./standings.js').Board} Board */
/** @typedef {import('./standings.js').Row} Row */
/** @typedef {import('./periods.js').Place} Place */
/**
 * @typedef {object} Scene
 * @property {Place} place
 * @property {{first: string, last: string} | null} dates
 * @property {import('./messages').Variant[]} all
 * @property {string} today
 * @property {import('./messages').Player | null} player
 * @property {Row[]} near the rows around yours, as far as they are known
 */

const CLOSED_BEFORE_FINAL = 2 * 3600 * 1000;
const ENOUGH_WINNERS = 20;
const MOST_PLAYING = 8;

open().catch(showError);

async function open() {
  const [all, day] = await Promise.all([variants(), askDay('today')]);
  const place = placeOf(addressParts(), new URLSearchParams(location.search), day.date, all[0].key);
  const dates = place.span === 'all-time' ? null : datesOf(place.span, place.period);
  const known = !place.variant || all.some(({ key }) => key === place.variant);
  if (!known || (!dates && place.span !== 'all-time')) throw new Problem({ type: 'about:blank', title: errors.noGame, status: 404, code: 'no_game' });
  /** @type {Scene} */
  const scene = { place, dates, all, today: day.date, player: day.player, near: [] };
  await show(scene);
}

/** @param {Scene} scene */
async function show(scene) {
  const { place, player } = scene;
  const [board, histogram] = await Promise.all([ask(scene, { where: 'top' }).catch(nothingThere), histogramOf(scene)]);
  if (board) scene.near = await rowsNear(scene, board);
  const title = `${words.title}, ${titleOf(scene)}, ${periodName(scene)}`;
  const main = h('main', { class: 'boards' }, h('h1', { class: 'unseen' }, title),
    h('div', { class: 'choose' }, tabs(scene), dates(scene)),
    h('div', { class: 'choices' }, place.variant && orders(scene), spans(scene), place.span === 'days' && scopes(scene)),
    board ? h('div', { class: 'grid' }, ...parts(scene, board, histogram)) : h('section', { class: 'box nothing' }, h('p', {}, place.variant ? words.none : words.nonePeriod)));
  showPage({ page: 'boards', title, player }, main);
  showChosen(main);
}

/**
 * @param {Scene} scene
 * @param {import('./standings.js').Part} part
 * @returns {Promise<any>}
 */
const ask = ({ place }, { where, after }) => getAnew(questionOf(place, after, where === 'around' ? 'me' : undefined));

/** @param {unknown} problem */
function nothingThere(problem) {
  if (problem instanceof Problem && problem.status === 404) return null;
  throw problem;
}

/**
 * @param {Scene} scene
 * @param {Board} board its first page
 * @returns {Promise<Row[]>} rows around yours
 */
async function rowsNear(scene, { yours, standings }) {
  if (!yours || standings.some((one) => one.yours)) return standings;
  return scene.place.variant ? (await ask(scene, { where: 'around' }).catch(() => ({ standings: [] }))).standings : [];
}

/**
 * How far it is from your row to a better rank.
 * @param {Scene} scene
 * @param {Row | null} yours
 * @param {Row[]} rows
 */
function gapIn({ place }, yours, rows) {
  const above = yours && rows.some((one) => one.yours) && rows.filter(({ rank }) => rank < yours.rank).at(-1);
  return above && gapOf(above, yours, place.by);
}

/** @param {Scene} scene */
const titleOf = ({ place, all }) => all.find(({ key }) => key === place.variant)?.title ?? words.allFour;

/** @param {Scene} scene @param {string} [period] @param {{first: string, last: string} | null} [dates] */
function periodName({ place: { span, period: own }, dates: ownDates, today }, period = own, dates = ownDates) {
  return words.period(span, dates?.first ?? '', dates?.last ?? '', period === periodOf(span, today));
}

/** @param {HTMLElement} main */
function showChosen(main) {
  const chosen = main.querySelector('.tab[aria-current]');
  if (chosen instanceof HTMLElement && chosen.parentElement) chosen.parentElement.scrollLeft = chosen.offsetLeft - (innerWidth - chosen.offsetWidth) / 2;
}

/** The date that stays when another board is chosen: today where it is in the period. @param {Scene} scene */
function dateOf({ dates, today }) {
  return !dates || (dates.first <= today && today <= dates.last) ? today : dates.first;
}

/** @param {Scene} scene */
function tabs(scene) {
  const { place } = scene, date = dateOf(scene);
  const tab = (/** @type {string | null} */ variant, /** @type {string} */ title) => h('a', {
    class: 'tab', 'data-variant': variant, 'aria-current': variant === place.variant && 'page',
    href: addressOf({ ...place, variant, ...(variant || place.variant ? { span: 'days', period: date } : {}) }),
  }, variant && h('i', { class: 'swatch' }), title);
  return h('nav', { class: 'tabs-of-games', 'aria-label': words.game }, ...scene.all.map(({ key, title }) => tab(key, title)), tab(null, words.allFour));
}

/** @param {Scene} scene */
function dates(scene) {
  const { place, dates: own, today } = scene, { span } = place;
  if (!own) return null;
  const step = (/** @type {string} */ date, /** @type {(name: string) => string} */ word, /** @type {string} */ picture) => {
    const period = periodOf(span, date);
    if (date > today) return h('span', { class: 'button off', 'aria-hidden': 'true' }, icon(picture));
    return h('a', { class: 'button', href: addressOf({ ...place, period }), 'aria-label': word(periodName(scene, period, datesOf(span, period))) }, icon(picture));
  };
  return h('nav', { class: 'dates', 'aria-label': words.span },
    step(addDays(own.first, -1), words.before, 'back'), h('span', { class: 'now' }, h('span', {}, periodName(scene), icon('down')), dateField(scene)), step(addDays(own.last, 1), words.after, 'forth'));
}

/**
 * A native field over the name of the period; picking goes there, typing goes there on Enter.
 * @param {Scene} scene
 */
function dateField(scene) {
  const { place, today } = scene, field = h('input', { type: 'date', 'aria-label': words.chooseDate, value: dateOf(scene), max: today, required: true });
  const go = () => field.checkValidity() && location.assign(addressOf({ ...place, period: periodOf(place.span, field.value) }));
  let typed = false;
  field.addEventListener('pointerdown', () => { typed = false; });
  field.addEventListener('keydown', ({ key }) => {
    typed = true;
    if (key === 'Enter') go();
  });
  field.addEventListener('change', () => { if (!typed) go(); });
  return field;
}

/**
 * @param {string} label
 * @param {[string, string, boolean][]} choices words, address, whether it is chosen
 * @param {string} [kind]
 */
function segments(label, choices, kind = '') {
  return h('nav', { class: `segments ${kind}`, 'aria-label': label }, ...choices.map(([text, href, chosen]) => h('a', { href, 'aria-current': chosen && 'true' }, text)));
}

/** @param {Scene} scene */
function orders({ place }) {
  const bys = /** @type {const} */ (['moves', 'speed']);
  return segments(words.order, bys.map((by) => [words[by], addressOf({ ...place, by }), by === place.by]));
}

/** @param {Scene} scene */
function spans(scene) {
  const { place } = scene;
  return segments(words.span, SPANS.map((span) => {
    const chosen = span === place.span, other = { ...place, variant: span === 'days' ? place.variant : null, span, period: periodOf(span, dateOf(scene)) };
    return [words.spans[span], addressOf(chosen ? place : other), chosen];
  }), 'spans');
}

/** @param {Scene} scene */
function scopes({ place }) {
  return segments(words.who, [false, true].map((kept) => [kept ? words.kept : words.everybody, addressOf({ ...place, kept }), kept === place.kept]));
}

/**
 * @param {Scene} scene
 * @param {Board} board
 * @param {Histogram | null} histogram
 */
function parts(scene, board, histogram) {
  const state = h('span'), offer = h('button', { type: 'button', class: 'offer', hidden: true }), charts = h('section', { class: 'box charts', hidden: true });
  const table = new Standings(board, { ask: (part) => ask(scene, part), columns: (now) => ('game' in now ? gameColumns(now) : pointsColumns()), around: 'game' in board, note: (now, rows) => noteOf(scene, now, rows), near: () => scene.near });
  const empty = h('div', { class: 'empty', hidden: board.standings.length > 0 }, ...emptyWords(scene, board));
  table.table.hidden = !board.standings.length;
  const list = h('section', { class: 'box standings', 'aria-label': words.title, tabindex: -1 }, offer,
    h('p', { class: 'order' }, h('span', {}, orderWords(scene)), state), empty, table.table, table.buttons);
  const own = h('div', { class: 'own' }), playing = h('section', { class: 'box playing', hidden: true });
  put(own, ownResult(scene, board));
  const beside = h('div', { class: 'beside' }, own, playing, 'game' in board ? board.sealed ? sealed(scene, board) : opened(board) : null);
  keepState(state, board);
  showCharts(charts, board, histogram);
  if ('game' in board && board.sealed) follow(scene, board, { table, list, offer, empty, own, playing, charts });
  return [charts, list, beside];
}

/** @param {Scene} scene */
function orderWords({ place }) {
  if (place.variant) return place.by === 'moves' ? words.byMoves : words.bySpeed;
  return place.span === 'days' ? words.byPoints.days : `${words.byPoints[place.span]} ${words.keptNote}`;
}

/**
 * Says how long the game runs, as time goes by.
 * @param {HTMLElement} place
 * @param {Board} board
 */
function keepState(place, board) {
  const tell = () => setText(place, stateOf(board));
  tell();
  if ('game' in board && board.sealed) setInterval(tell, 1000);
}

/** @param {Board} board */
function stateOf(board) {
  if (!('game' in board)) return board.final ? words.final : board.span === 'all-time' ? '' : words.running;
  const toFinal = Date.parse(board.final_at) - serverNow(), toClose = toFinal - CLOSED_BEFORE_FINAL;
  return toFinal <= 0 ? words.final : toClose <= 0 ? words.settling : words.live(toClose);
}

/**
 * @param {Scene} scene
 * @param {Board} board
 */
function emptyWords({ place }, board) {
  if (!('game' in board)) return [h('p', {}, words.emptyPeriod)];
  if (!board.sealed) return [h('p', {}, place.kept ? words.emptyKept : words.emptyFinal)];
  const [date, variant] = board.game.split('/');
  return [h('p', {}, place.kept ? words.emptyKept : words.empty), h('a', { class: 'button go', href: `/play/${date}/${variant}` }, words.playIt)];
}

/**
 * @param {Scene} scene
 * @param {Board} board
 * @param {Row[]} rows
 */
function noteOf(scene, board, rows) {
  const { yours } = board;
  if (!yours) return '';
  return [words.place(yours.rank, board.total), gapIn(scene, yours, rows) || gapIn(scene, yours, scene.near)].filter(Boolean).join(', ');
}

/**
 * @param {Scene} scene
 * @param {Board} board
 */
function ownResult(scene, { yours, total }) {
  if (!yours) return null;
  const fact = (/** @type {string | number} */ value, /** @type {string} */ name) => h('div', {}, h('b', {}, value), h('span', {}, name));
  const counted = (/** @type {number} */ n, /** @type {string} */ word) => fact(n, n === 1 ? word : `${word}s`);
  const rank = words.rankOf(yours.rank, total), place = words.place(yours.rank, total), gap = gapIn(scene, yours, scene.near), facts = 'home' in yours
    ? [fact(yours.home, words.cardsHome), fact(yours.moves, words.movesAfter), fact(clock(yours.elapsed_ms), words.timeAfter)]
    : [counted(yours.points, words.point), counted(yours.wins, words.win), counted(yours.days, words.day)];
  return h('section', { class: 'box your-result' }, h('h2', {}, words.yours, place !== rank && h('span', {}, rank)),
    h('p', {}, place), h('div', { class: 'facts' }, ...facts), gap && h('p', { class: 'note' }, gap));
}

/**
 * @param {Scene} scene
 * @returns {Promise<Histogram | null>}
 */
async function histogramOf({ place: { variant, period, kept } }) {
  return variant && getAnew(`/api/games/${period}/${variant}/histogram${kept ? '?players=kept' : ''}`).catch(() => null);
}

/**
 * @param {HTMLElement} box
 * @param {Board} board
 * @param {Histogram | null} histogram
 */
function showCharts(box, board, histogram) {
  if (!('game' in board) || !histogram?.total) return;
  const { yours } = board, others = yours?.home !== 52 && winners(histogram) >= ENOUGH_WINNERS;
  put(box, chartOf(histogram, yours), others && movesChart(histogram, null));
  box.hidden = false;
}

/**
 * @param {Scene} scene
 * @param {Leaderboard} board
 */
function sealed(scene, board) {
  return h('section', { class: 'box seal' }, h('h2', {}, icon('lock'), words.sealedTitle(board.final_at)),
    h('p', {}, words.sealedText(titleOf(scene), Date.parse(board.final_at) - serverNow())), h('p', { class: 'note' }, words.sealedNote));
}

/** @param {Leaderboard} board */
function opened({ game, standings: [first] }) {
  return h('section', { class: 'box seal' }, h('h2', {}, icon('play'), words.openTitle), h('p', {}, words.openText), first && raceButton(words.raceFirst(first.player), game, first.attempt));
}

/**
 * Keeps the board of an open game as it is, without ever moving a row under a hand.
 * @param {Scene} scene
 * @param {Leaderboard} board
 * @param {{table: Standings, list: HTMLElement, offer: HTMLElement, empty: HTMLElement, own: HTMLElement, playing: HTMLElement, charts: HTMLElement}} page
 */
function follow(scene, board, { table, list, offer, empty, own, playing, charts }) {
  const newcomers = followNewcomers(board.game, {
    playing: (all) => showPlaying(playing, all),
    has: (attempt) => table.has(attempt),
    busy: () => table.busy,
    offer: (n) => {
      offer.hidden = n === 0;
      if (n) setText(offer, words.fresh(n));
    },
    repaint: async (n) => {
      const now = await ask(scene, { where: 'top' }).catch((error) => say(sentenceOf(error)));
      if (!now) return;
      scene.near = await rowsNear(scene, now);
      table.where = 'top';
      table.show(now, true);
      table.table.hidden = !(empty.hidden = now.standings.length > 0);
      put(own, ownResult(scene, now));
      showCharts(charts, now, await histogramOf(scene));
      if (n) say(words.shown(n));
    },
  });
  table.table.addEventListener('pointerleave', newcomers.again);
  table.table.addEventListener('focusout', newcomers.again);
  offer.addEventListener('click', () => {
    list.focus();
    void newcomers.show();
  });
}

/**
 * @param {HTMLElement} box
 * @param {import('./messages').Going[]} all
 */
function showPlaying(box, all) {
  const shown = [...all].sort((a, b) => b.home - a.home).slice(0, MOST_PLAYING), rest = all.length - shown.length;
  box.hidden = !all.length;
  put(box, h('h2', {}, words.playingNow, h('span', {}, words.playing(all.length))),
    h('ul', {}, ...shown.map((one) => h('li', {}, h('bdi', {}, one.player), h('span', {}, words.goingOn(one))))), rest > 0 && h('p', { class: 'note' }, words.othersPlay(rest)));
}
