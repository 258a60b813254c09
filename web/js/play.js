// @ts-check
/** The play page: a day's game, or an attempt by its number. */

import { addressParts, keepFirst, sentenceOf, showError, showPage } from './chrome.js';
import { clock, left, shortDate } from './format.js';
import { Problem, day as askDay, ensurePlayer, get, post, serverNow, variants } from './api.js';
import { errors, play, resultWords, today } from './copy.js';
import { Game } from './game.js';
import { h, put, style } from './html.js';
import { playParts } from './play-parts.js';
import { resultPanel } from './result.js';

/** @typedef {import('./messages').Attempt} Attempt */
/** @typedef {import('./messages').Day} Day */
/** @typedef {import('./messages').Player} Player */
/** @typedef {import('./messages').Variant} Variant */
/** @typedef {import('./play-parts.js').Parts} Parts */
/** @typedef {{variant: Variant, attempt: Attempt | null, day: Day | null, date: string | null, player: Player | null}} Scene */

open().catch(showError);

async function open() {
  const [first, second] = addressParts();
  const [all, found] = await Promise.all([variants(), second ? ofDay(first, second) : ofAttempt(first)]);
  show({ ...found, variant: known(all, found.key) });
}

/**
 * @param {string} date
 * @param {string} key
 */
async function ofDay(date, key) {
  const day = await askDay(date), game = day.games.find((one) => one.variant === key);
  return { key, attempt: game?.yours ?? null, day, date: day.date, player: day.player };
}

/** @param {string} id */
async function ofAttempt(id) {
  /** @type {Attempt} */
  const attempt = await get(`/api/attempts/${encodeURIComponent(id)}`);
  const date = attempt.game?.split('/')[0] ?? null, day = await askDay(date ?? 'today');
  return { key: attempt.variant, attempt, day: date ? day : null, date, player: day.player };
}

/**
 * @param {Variant[]} all
 * @param {string} key
 */
function known(all, key) {
  const variant = all.find((one) => one.key === key);
  if (!variant) throw new Problem({ type: 'about:blank', title: errors.noGame, status: 404, code: 'no_game' });
  return variant;
}

/** @param {Scene} scene */
function show(scene) {
  const { variant, attempt } = scene, readOnly = attempt !== null && attempt.player !== scene.player?.name;
  const parts = playParts({ title: variant.title, ...subtitle(scene, readOnly), readOnly });
  parts.mat.dataset.variant = variant.key;
  showPage({ page: scene.day && attempt?.kind !== 'practice' ? 'today' : 'practice', title: variant.title, player: scene.player, tabs: false }, parts.main);
  document.body.classList.add('playing');
  if (attempt && attempt.status !== 'waiting') begin(scene, attempt, parts, readOnly);
  else invite(scene, parts);
}

/**
 * @param {Scene} scene
 * @param {boolean} readOnly
 */
function subtitle({ day, date, attempt }, readOnly) {
  if (readOnly) return { subtitle: `${play.watching} ${attempt?.player}`, wide: '' };
  if (!date || attempt?.kind === 'practice') return { subtitle: `${date ? `${shortDate(date)} · ` : ''}${play.practice}`, wide: '' };
  return { subtitle: shortDate(date), wide: day ? play.subtitle(Date.parse(day.closes_at) - serverNow()) : '' };
}

/**
 * The rules in four lines and the button that starts the clock.
 * @param {Scene} scene
 * @param {Parts} parts
 */
function invite(scene, parts) {
  const { variant } = scene, trouble = h('p', { class: 'trouble', role: 'alert' });
  const start = h('button', { type: 'button', class: 'button go' }, play.start);
  const card = h('section', { class: 'box rules', 'aria-labelledby': 'rules-title' },
    h('h2', { id: 'rules-title' }, variant.title), h('ol', {}, ...variant.words.map((line) => h('li', {}, line))),
    variant.inventor && h('p', { class: 'note' }, play.inventor(variant.inventor)), trouble, start);
  parts.loading.hidden = true;
  void showSide(parts.side, scene);
  parts.stage.classList.add('inviting');
  parts.mat.before(card);
  start.addEventListener('click', () => void startNow(scene, parts, card, start).catch((error) => {
    if (keepFirst(error, location.pathname)) return;
    start.disabled = false;
    put(trouble, sentenceOf(error));
  }));
  start.focus({ preventScroll: true });
}

/**
 * @param {Scene} scene
 * @param {Parts} parts
 * @param {HTMLElement} card
 * @param {HTMLButtonElement} start
 */
async function startNow(scene, parts, card, start) {
  start.disabled = true;
  const attempt = scene.attempt ?? await enter(scene);
  card.remove();
  parts.stage.classList.remove('inviting');
  parts.loading.hidden = false;
  begin(scene, attempt, parts, false);
  parts.mat.tabIndex = -1;
  parts.mat.focus({ preventScroll: true });
}

/**
 * @param {Scene} scene
 * @returns {Promise<Attempt>}
 */
async function enter({ date, variant }) {
  await ensurePlayer();
  return post(`/api/games/${date}/${variant.key}/attempts`);
}

/**
 * @param {Scene} scene
 * @param {Attempt} attempt
 * @param {Parts} parts
 * @param {boolean} readOnly
 */
function begin(scene, attempt, parts, readOnly) {
  const game = new Game(scene.variant, attempt, parts, {
    readOnly, day: scene.day, begun: () => { void showSide(parts.side, scene); void style('result'); }, ended: (message, table) => void finish(scene, parts, message, table),
  });
  addEventListener('pagehide', () => game.connection.close());
  addEventListener('pageshow', (event) => event.persisted && location.reload());
}

/**
 * @param {Scene} scene
 * @param {Parts} parts
 * @param {import('./messages').EndedMessage} ended
 * @param {import('./messages').TableFields} table
 */
async function finish(scene, parts, ended, table) {
  await style('result');
  const { variant } = scene, final = table.final_at !== null && serverNow() >= Date.parse(table.final_at);
  const panel = resultPanel({
    ended, variant, table, ranked: table.kind === 'ranked', finalAt: final ? null : table.final_at,
    next: nextGame(scene, table), again: () => void practise(variant.key),
  });
  put(parts.foot, panel);
  parts.stage.classList.add('over');
  document.body.classList.add('over');
  panel.focus({ preventScroll: true });
  void showSide(parts.side, scene);
}

/**
 * @param {Scene} scene
 * @param {{variant: string}} played
 */
function nextGame({ day }, played) {
  const open = day?.games.find((game) => game.variant !== played.variant && game.status === 'open' && game.yours?.status !== 'ended');
  return day && open ? { href: `/play/${day.date}/${open.variant}`, title: open.title } : null;
}

/** @param {string} variant */
async function practise(variant) {
  const attempt = await post(`/api/practice/${variant}`);
  location.assign(`/play/${attempt.id}`);
}

/**
 * Beside the mat: the day's games and who leads.
 * @param {HTMLElement} side
 * @param {Scene} scene
 */
async function showSide(side, scene) {
  if (!scene.day || !scene.date) return put(side, rulesBox(scene.variant, true));
  const board = await get(`/api/games/${scene.date}/${scene.variant.key}/leaderboard?by=moves&limit=5`).catch(() => null);
  put(side, scene.attempt?.kind !== 'practice' && gamesBox(await askDay(scene.date), scene.variant.key), board && leadersBox(board, scene), rulesBox(scene.variant));
}

/**
 * @param {Day} day
 * @param {string} current
 */
function gamesBox(day, current) {
  const rows = day.games.map((game) => h('a', { href: `/play/${day.date}/${game.variant}`, 'data-variant': game.variant, 'aria-current': game.variant === current && 'true' },
    h('i', { class: 'swatch' }), game.title, h('span', {}, stateWords(game))));
  return h('section', { class: 'box' }, h('h2', {}, play.games), h('div', { class: 'games-list' }, ...rows));
}

/**
 * @param {Variant} variant
 * @param {boolean} [open]
 */
const rulesBox = (variant, open = false) => h('section', { class: 'box' }, h('details', { open }, h('summary', {}, play.rules), ...variant.words.map((line) => h('p', {}, line))));

/** @param {import('./messages').DayGame} game */
function stateWords({ yours, status }) {
  if (yours?.result) return resultWords(yours.result).toLowerCase();
  if (yours) return today.playing.toLowerCase();
  return (status === 'open' ? today.notStarted : today.closedGame).toLowerCase();
}

/**
 * @param {import('./messages').Leaderboard} board
 * @param {Scene} scene
 */
function leadersBox(board, { date, variant, day }) {
  const rows = board.standings.map((one) => h('tr', { class: one.yours && 'yours' },
    h('td', {}, one.rank), h('td', {}, h('bdi', {}, one.player)), h('td', {}, one.home), h('td', {}, one.moves), h('td', {}, clock(one.elapsed_ms))));
  const head = h('tr', {}, ...['#', 'Player', 'Home', 'Moves', 'Time'].map((word) => h('th', { scope: 'col' }, word)));
  return h('section', { class: 'box leaders' },
    h('h2', {}, play.leaders, h('a', { href: `/leaderboards/${variant.key}/${date}` }, `${play.allPlayers} ${board.total}`)),
    rows.length ? h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows)) : h('p', { class: 'note' }, play.noLeaders),
    board.sealed && day && h('p', { class: 'note' }, `${play.sealed(board.final_at)} (${left(Date.parse(board.final_at) - serverNow())})`));
}
