// @ts-check
/** Today's four games: what waits, what runs, what is over, and how long there is. */

import { nav, play, resultLine, resultWords, today } from './copy.js';
import { day as askDay, ensurePlayer, get, post, serverNow, variants } from './api.js';
import { addDays, clock, hourUtc, left, longDate, many, navDate, shortHex } from './format.js';
import { drawMini } from './mini.js';
import { glance, streaksOf } from './glance.js';
import { h, put, setText } from './html.js';
import { icon } from './icons.js';
import { keepFirst, sentenceOf, showError, showPage } from './chrome.js';

/** @typedef {import('./messages').Day} Day */
/** @typedef {import('./messages').DayGame} DayGame */
/** @typedef {import('./messages').Variant} Variant */

/** How long after the end of the day the next one is asked for, so that it is there. */
const LATE = 1000;
const PROOF_LOOK = 2000;

open().catch(showError);

async function open() {
  const [all, day] = await Promise.all([variants(), askDay('today')]), { player } = day;
  const shapes = new Map(all.map((one) => [one.key, one])), under = h('div', { class: 'under' }), left = h('b'), streaks = h('div', { class: 'streaks' });
  const main = h('main', { class: 'today' }, heading(day, left, streaks), player ? null : explain(), games(day, shapes), under);
  showPage({ page: 'today', title: today.idea.split(',')[0], player }, main);
  document.title = `${longDate(day.date)} – Same Deal`;
  const tables = drawMinis(main, shapes);
  awaitProofs(day, main, shapes);
  countDown(day, left);
  void showTables(day, main, tables);
  if (player) void showStreaks(player.name, streaks);
  put(under, await yesterday(day), practice(all), player ? null : noAccount(), fixed(day));
}

/**
 * @param {Day} day
 * @param {HTMLElement} left
 * @param {HTMLElement} streaks
 */
function heading(day, left, streaks) {
  return h('div', { class: 'day' },
    h('div', {}, h('h1', {}, longDate(day.date)), h('p', {}, today.idea)), h('span', { class: 'space-between' }),
    h('div', { class: 'stat' }, left, h('span', {}, `${today.untilClose}, ${hourUtc(day.closes_at)}`)), streaks);
}

/**
 * Counts by the server's time; at the end of the day the page is fetched anew.
 * @param {Day} day
 * @param {HTMLElement} place
 */
function countDown(day, place) {
  const show = () => {
    const ms = Date.parse(day.closes_at) - serverNow();
    setText(place, left(ms));
    if (ms < -LATE) location.reload();
  };
  show();
  setInterval(show, 1000);
}

function explain() {
  return h('section', { class: 'how box', 'aria-label': play.rules },
    ...today.rules.map(([head, rest], i) => h('p', {}, h('i', { 'aria-hidden': 'true' }, i + 1), h('span', {}, h('b', {}, head), rest))));
}

/**
 * @param {Day} day
 * @param {Map<string, Variant>} shapes
 */
function games(day, shapes) {
  const lead = leading(day, shapes);
  return h('div', { class: 'games' }, ...day.games.map((game) => gameCard(game, day, game.variant === lead)));
}

/**
 * The one game whose button is amber: what runs, else on a first visit the simplest start, else the first not begun.
 * @param {Day} day
 * @param {Map<string, Variant>} shapes
 */
function leading(day, shapes) {
  const running = day.games.find((game) => game.yours?.status === 'playing' || game.yours?.status === 'waiting');
  const fresh = day.games.filter((game) => game.status === 'open' && !game.yours);
  const size = (/** @type {DayGame} */ game) => shapes.get(game.variant)?.columns.reduce((n, column) => n + column.down + column.up, shapes.get(game.variant)?.reserve ?? 0) ?? 0;
  const simplest = [...fresh].sort((a, b) => size(a) - size(b))[0];
  return (running ?? simplest)?.variant ?? '';
}

/**
 * @param {DayGame} game
 * @param {Day} day
 * @param {boolean} leads
 */
function gameCard(game, day, leads) {
  const trouble = h('p', { class: 'trouble', role: 'alert' }), home = game.yours?.result?.home;
  return h('article', { class: 'game', 'data-variant': game.variant },
    h('div', { class: 'mini', role: 'img', 'aria-label': game.yours ? today.yourTable : today.hiddenTable, 'data-variant': game.variant },
      h('div', { class: 'cards' }), game.yours && h('i', { class: 'home-bar', '--home': home === undefined ? null : `${(home / 52) * 100}%` })),
    h('div', { class: 'body' }, h('h2', {}, game.title), state(game), facts(game), trouble, action(game, day, leads, trouble)));
}

/** @param {DayGame} game */
function state({ yours, status }) {
  if (yours?.result) return h('p', { class: yours.result.outcome === 'won' ? 'state won' : 'state' }, resultLine(yours.result));
  if (yours) return h('p', { class: 'state' }, yours.status === 'waiting' ? today.waiting : today.playing);
  return h('p', { class: 'state none' }, status === 'proving' ? today.proving : status === 'open' ? today.notStarted : today.closedGame);
}

/** @param {DayGame} game */
function facts({ players, won, par, winnable }) {
  const aim = winnable === false ? today.unproven : par;
  return h('dl', { class: 'facts' }, h('dt', {}, today.soFar), h('dd', {}, today.counts(players, won)),
    ...(aim === null ? [] : [h('dt', { class: 'par' }, today.par), h('dd', {}, aim)]));
}

/**
 * Games whose deal is still sought are shown anew once it is found.
 * @param {Day} day
 * @param {HTMLElement} main
 * @param {Map<string, Variant>} shapes
 */
function awaitProofs(day, main, shapes) {
  const sought = (/** @type {Day} */ now) => now.games.filter((game) => game.status === 'proving').map((game) => game.variant);
  const ask = async () => {
    const now = await askDay('today').catch(() => day);
    for (const game of now.games.filter((one) => waiting.includes(one.variant) && one.status !== 'proving')) {
      const card = gameCard(game, now, game.variant === leading(now, shapes));
      main.querySelector(`.game[data-variant="${game.variant}"]`)?.replaceWith(card);
      drawMinis(card, shapes);
    }
    waiting = sought(now);
    if (waiting.length) setTimeout(ask, PROOF_LOOK);
  };
  let waiting = sought(day);
  if (waiting.length) setTimeout(ask, PROOF_LOOK);
}

/**
 * @param {DayGame} game
 * @param {Day} day
 * @param {boolean} leads
 * @param {HTMLElement} trouble
 */
function action(game, day, leads, trouble) {
  const kind = leads ? 'button go' : 'button', href = `/play/${day.date}/${game.variant}`;
  const name = h('span', { class: 'unseen' }, ` ${game.title}`);
  if (game.yours) return h('a', { class: kind, href }, game.yours.result ? today.seeResult : today.resume, name);
  if (game.status !== 'open') return h('a', { class: kind, href: `/leaderboards/${game.variant}/${day.date}` }, today.board, name);
  const start = h('button', { class: kind, type: 'button' }, today.start, name);
  start.addEventListener('click', () => void enter(`/api/games/${day.date}/${game.variant}/attempts`, () => href, start, trouble));
  return start;
}

/**
 * Makes a guest if need be, then the attempt, then goes to its table.
 * @param {string} path
 * @param {(attempt: import('./messages').Attempt) => string} table
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} trouble
 */
async function enter(path, table, button, trouble) {
  button.disabled = true;
  try {
    await ensurePlayer();
    location.assign(table(await post(path)));
  } catch (error) {
    if (keepFirst(error, '/')) return;
    put(trouble, sentenceOf(error));
    button.disabled = false;
  }
}

/** @param {Variant[]} all */
function practice(all) {
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const buttons = all.map((one) => {
    const button = h('button', { class: 'button', type: 'button', 'data-variant': one.key }, h('i', { class: 'swatch' }), one.title);
    button.addEventListener('click', () => void enter(`/api/practice/${one.key}`, (attempt) => `/play/${attempt.id}`, button, trouble));
    return button;
  });
  return h('section', { class: 'box' }, h('h2', {}, today.practiceTitle), h('p', { class: 'note' }, today.practice),
    h('div', { class: 'practice' }, ...buttons), trouble, h('p', { class: 'more-practice' }, h('a', { href: '/practice' }, today.morePractice)));
}

/** @param {Day} day */
async function yesterday(day) {
  const date = day.previous;
  if (!date) return null;
  const boards = await Promise.all(day.games.map((game) => get(`/api/games/${date}/${game.variant}/leaderboard?by=moves&limit=1`).catch(() => null)));
  if (!boards.some((board) => board)) return null;
  const rows = day.games.map((game, i) => winnerRow(game, date, boards[i]?.standings[0]));
  return h('section', { class: 'box winners' },
    h('h2', {}, date === addDays(day.date, -1) ? today.yesterdayTitle : today.lastTitle, h('a', { href: `/leaderboards/days/${date}` }, navDate(date))),
    h('table', {}, h('tbody', {}, ...rows)));
}

/**
 * @param {DayGame} game
 * @param {string} date
 * @param {import('./messages').Standing | undefined} first
 */
function winnerRow(game, date, first) {
  const board = h('a', { href: `/leaderboards/${game.variant}/${date}` }, game.title);
  const name = h('th', { scope: 'row', 'data-variant': game.variant }, h('i', { class: 'swatch' }), board);
  if (!first) return h('tr', {}, name, h('td', { colspan: 3, class: 'note' }, today.noWinner));
  const result = first.home === 52 ? many(first.moves, 'move') : resultWords({ outcome: '', home: first.home });
  return h('tr', {}, name, h('td', {}, h('a', { href: `/players/${encodeURIComponent(first.player)}` }, h('bdi', {}, first.player))), h('td', {}, `${result}, ${clock(first.elapsed_ms)}`),
    h('td', {}, first.replay && h('a', { href: first.replay }, icon('play'), today.replay)));
}

const noAccount = () => h('section', { class: 'box' }, h('h2', {}, today.noAccountTitle), h('p', { class: 'note' }, today.noAccount), h('p', { class: 'more-practice' }, h('a', { href: '/account' }, today.signIn), h('a', { href: '/how-to-play' }, nav.howToPlay)));

/** @param {Day} day */
function fixed(day) {
  const rows = day.games.flatMap((game) => [h('dt', {}, game.title), h('dd', { title: game.commitment }, shortHex(game.commitment))]);
  return h('section', { class: 'box fixed' }, h('h2', {}, today.fixedTitle), h('dl', {}, ...rows), h('p', { class: 'note' }, today.fixedNote(day.final_at), ' ', h('a', { href: '/fairness' }, nav.fairness)));
}

/**
 * Our own tables, one after the other, so that a player's sockets are never used up.
 * @param {Day} day
 * @param {HTMLElement} main
 * @param {(mini: HTMLElement, table: import('./messages').TableMessage) => void} draw
 */
async function showTables(day, main, draw) {
  for (const { variant, yours } of day.games) {
    if (!yours || yours.status === 'waiting') continue;
    const table = await glance(yours), card = main.querySelector(`.game[data-variant="${variant}"]`);
    const mini = card?.querySelector('.mini'), state = card?.querySelector('.state');
    if (!table || !(mini instanceof HTMLElement) || !state) continue;
    draw(mini, table);
    if (!yours.result) setText(state, today.playingAt(table.home, table.moves));
  }
}

/**
 * @param {string} player
 * @param {HTMLElement} place
 */
async function showStreaks(player, place) {
  const { played, won } = await streaksOf(player);
  const stat = (/** @type {number} */ days, /** @type {string} */ text) => days > 0 && h('div', { class: 'stat' }, h('b', {}, today.days(days)), h('span', {}, text));
  put(place, stat(played, today.inRow), stat(won, today.wonInRow));
}

/**
 * Each game in small: its shape in card backs, until its table is known; gives what draws a table.
 * @param {HTMLElement} main
 * @param {Map<string, Variant>} shapes
 */
function drawMinis(main, shapes) {
  /** @type {Map<Element, import('./messages').TableMessage>} */
  const tables = new Map();
  const draw = (/** @type {Element} */ mini) => drawMini(/** @type {HTMLElement} */ (mini), shapes, tables.get(mini) ?? null);
  const watch = new ResizeObserver((entries) => entries.forEach(({ target }) => draw(target)));
  for (const mini of main.querySelectorAll('.mini')) watch.observe(mini);
  return (/** @type {HTMLElement} */ mini, /** @type {import('./messages').TableMessage} */ table) => {
    tables.set(mini, table);
    draw(mini);
  };
}
