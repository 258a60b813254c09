// @ts-check
/** The leaderboard of one game: by date and variant, by moves or speed. */

import { addDays, clock, longDate, many, navDate, ordinal, shortDate } from './format.js';
import { addressParts, say, showError, showPage } from './chrome.js';
import { boards as words, resultWords } from './copy.js';
import { day as askDay, get, me, serverNow, variants } from './api.js';
import { h, put } from './html.js';
import { icon } from './icons.js';

/** @typedef {import('./messages').Leaderboard} Leaderboard */
/** @typedef {import('./messages').Standing} Standing */
/** @typedef {import('./messages').Variant} Variant */
/** @typedef {{variant: Variant, all: Variant[], date: string, today: string, by: 'moves' | 'speed', player: import('./messages').Player | null}} Scene */

open().catch(showError);

async function open() {
  const [all, player, today] = await Promise.all([variants(), me(), askDay('today')]);
  const [key = all[0].key, date = today.date] = addressParts();
  const variant = all.find((one) => one.key === key) ?? all[0];
  const by = new URLSearchParams(location.search).get('by') === 'speed' ? 'speed' : 'moves';
  const scene = { variant, all, date, today: today.date, by: /** @type {'moves' | 'speed'} */ (by), player };
  const board = await boardOf(scene, null);
  show(scene, board);
}

/**
 * @param {Scene} scene
 * @param {string | null} after
 * @returns {Promise<Leaderboard | null>} null when there was no such game
 */
async function boardOf({ date, variant, by }, after) {
  const query = new URLSearchParams({ by, limit: '50', ...(after && { after }) });
  return get(`/api/games/${date}/${variant.key}/leaderboard?${query}`).catch((problem) => {
    if (problem.status === 404) return null;
    throw problem;
  });
}

/**
 * @param {Scene} scene
 * @param {Leaderboard | null} board
 */
function show(scene, board) {
  const title = `${words.title}, ${scene.variant.title}, ${shortDate(scene.date)}`;
  const main = h('main', { class: 'boards' }, h('h1', { class: 'unseen' }, title),
    h('div', { class: 'choose' }, tabs(scene), dates(scene)), order(scene),
    board ? h('div', { class: 'grid' }, results(scene, board), beside(scene, board)) : h('section', { class: 'box' }, h('p', {}, words.none)));
  showPage({ page: 'boards', title, player: scene.player }, main);
  const chosen = main.querySelector('.tab[aria-current]');
  if (chosen instanceof HTMLElement && chosen.parentElement) chosen.parentElement.scrollLeft = chosen.offsetLeft - (innerWidth - chosen.offsetWidth) / 2;
}

/**
 * @param {Scene} scene
 * @param {Partial<Scene>} other
 */
function address(scene, other) {
  const { variant, date, by } = { ...scene, ...other };
  return `/leaderboards/${variant.key}/${date}${by === 'speed' ? '?by=speed' : ''}`;
}

/** @param {Scene} scene */
function tabs(scene) {
  return h('nav', { class: 'tabs-of-games', 'aria-label': words.game }, ...scene.all.map((variant) =>
    h('a', { class: 'tab', href: address(scene, { variant }), 'data-variant': variant.key, 'aria-current': variant === scene.variant && 'page' }, h('i', { class: 'swatch' }), variant.title)));
}

/** @param {Scene} scene */
function dates(scene) {
  const { date, today } = scene, before = addDays(date, -1), after = addDays(date, 1);
  const name = `${navDate(date)}${date === today ? ', today' : ''}`;
  return h('nav', { class: 'dates', 'aria-label': words.title },
    h('a', { class: 'button', href: address(scene, { date: before }), 'aria-label': `${words.previous}, ${longDate(before)}` }, icon('back')),
    h('span', { class: 'now' }, name),
    date < today
      ? h('a', { class: 'button', href: address(scene, { date: after }), 'aria-label': `${words.next}, ${longDate(after)}` }, icon('forth'))
      : h('span', { class: 'button off', 'aria-hidden': 'true' }, icon('forth')));
}

/** @param {Scene} scene */
function order(scene) {
  const choices = /** @type {const} */ (['moves', 'speed']);
  return h('nav', { class: 'segments', 'aria-label': words.order }, ...choices.map((by) =>
    h('a', { href: address(scene, { by }), 'aria-current': by === scene.by && 'true' }, words[by])));
}

/**
 * @param {Scene} scene
 * @param {Leaderboard} board
 */
function results(scene, board) {
  const body = h('tbody'), more = h('div', { class: 'more-rows' });
  const seen = /** @type {Standing[]} */ ([]);
  append(scene, board, body, more, seen);
  return h('section', { class: 'box standings', 'aria-label': words.title },
    h('p', { class: 'order' }, h('span', {}, scene.by === 'moves' ? words.byMoves : words.bySpeed), h('span', {}, phase(board))),
    board.standings.length ? h('table', {}, h('thead', {}, head()), body) : h('p', { class: 'empty' }, words.empty), more);
}

/** @param {Leaderboard} board */
function phase(board) {
  const toFinal = Date.parse(board.final_at) - serverNow(), toClose = toFinal - 2 * 3600 * 1000;
  return toFinal <= 0 ? words.final : toClose <= 0 ? words.settling : words.live(toClose);
}

function head() {
  const column = (/** @type {string} */ kind, /** @type {string} */ word, /** @type {boolean} */ unseen = false) => h('th', { scope: 'col', class: kind }, unseen ? h('span', { class: 'unseen' }, word) : word);
  return h('tr', {}, column('c-rank', '#'), column('c-name', words.player), column('c-home', words.home), column('c-moves', words.movesHead), column('c-time', words.time), column('c-replay', words.replay, true));
}

/**
 * @param {Scene} scene
 * @param {Leaderboard} board
 * @param {HTMLElement} body
 * @param {HTMLElement} more
 * @param {Standing[]} seen
 */
function append(scene, board, body, more, seen) {
  seen.push(...board.standings);
  const shared = new Set(seen.map((one) => one.rank).filter((rank, i, all) => all.indexOf(rank) !== i));
  put(body, ...seen.map((one) => row(one, shared.has(one.rank), board)));
  put(more, board.next && moreButton(scene, board.next, (page) => append(scene, page, body, more, seen)));
}

/**
 * @param {Scene} scene
 * @param {string} next
 * @param {(page: Leaderboard) => void} shown
 */
function moreButton(scene, next, shown) {
  const button = h('button', { type: 'button', class: 'button' }, words.more);
  button.addEventListener('click', async () => {
    button.disabled = true;
    const page = await boardOf(scene, next);
    if (page) shown(page);
    if (page) say(many(page.standings.length, 'player'));
  });
  return button;
}

/**
 * @param {Standing} one
 * @param {boolean} tied
 * @param {Leaderboard} board
 */
function row(one, tied, board) {
  const result = { outcome: one.home === 52 ? 'won' : '', home: one.home, moves: one.moves, elapsed_ms: one.elapsed_ms };
  return h('tr', { class: one.yours && 'yours' },
    h('td', { class: 'c-rank' }, tied && h('span', { class: 'tie' }, h('span', { 'aria-hidden': 'true' }, '='), h('span', { class: 'unseen' }, `${words.tied} `)), h('b', {}, one.rank)),
    h('td', { class: 'c-name' }, h('bdi', {}, one.yours ? words.you(one.player) : one.player), one.yours && h('small', {}, words.place(one.rank, board.total))),
    h('td', { class: 'c-home' }, one.home === 52 ? h('b', {}, words.wonShort) : one.home, one.home !== 52 && h('span', { class: 'unseen' }, ` ${resultWords(result).split(' ')[1]}`), h('small', { class: 'phone' }, many(one.moves, 'move'))),
    h('td', { class: 'c-moves' }, one.moves), h('td', { class: 'c-time' }, clock(one.elapsed_ms)),
    h('td', { class: 'c-replay' }, replayCell(one, board)));
}

/**
 * @param {Standing} one
 * @param {Leaderboard} board
 */
function replayCell({ replay, player }, board) {
  if (replay) return h('a', { href: replay, 'aria-label': `${words.replay}, ${player}` }, icon('play'), h('span', {}, words.replay));
  return h('span', {}, icon('lock'), h('span', { class: 'unseen' }, words.sealedTitle(board.final_at)));
}

/**
 * @param {Scene} scene
 * @param {Leaderboard} board
 */
function beside(scene, board) {
  const yours = board.standings.find((one) => one.yours);
  return h('div', { class: 'beside' }, yours ? yourResult(yours, board) : null, board.sealed ? sealed(scene, board) : opened());
}

/**
 * @param {Standing} one
 * @param {Leaderboard} board
 */
function yourResult(one, board) {
  const fact = (/** @type {string | number} */ value, /** @type {string} */ name) => h('div', {}, h('b', {}, value), h('span', {}, name));
  return h('section', { class: 'box your-result' },
    h('h2', {}, words.yours, h('span', {}, `${ordinal(one.rank)} ${words.ofTotal(board.total)}`)),
    h('p', {}, words.place(one.rank, board.total)),
    h('div', { class: 'facts' }, fact(one.home, words.cardsHome), fact(one.moves, words.movesHead.toLowerCase()), fact(clock(one.elapsed_ms), words.time.toLowerCase())));
}

/**
 * @param {Scene} scene
 * @param {Leaderboard} board
 */
function sealed(scene, board) {
  return h('section', { class: 'box seal' }, h('h2', {}, icon('lock'), words.sealedTitle(board.final_at)),
    h('p', {}, words.sealedText(scene.variant.title, Date.parse(board.final_at) - serverNow())), h('p', { class: 'note' }, words.sealedNote));
}

const opened = () => h('section', { class: 'box seal' }, h('h2', {}, icon('play'), words.openTitle), h('p', {}, words.openText));
