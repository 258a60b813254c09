// @ts-check
/** The panel of an ended attempt: place, points, streak, the others as a chart, and where to go next. */

import * as words from './copy/result.js';
import { RANKS, SUITS, rankOf } from './cards.js';
import { chartOf } from './chart.js';
import { clock, many, ordinal } from './format.js';
import { ended as endWords, resultWords } from './copy.js';
import { get } from './api.js';
import { streaksOf } from './glance.js';
import { h, put, setText } from './html.js';
import { icon } from './icons.js';
import { say } from './chrome.js';

const COPIED_FOR = 2500;

/**
 * @typedef {object} Ending
 * @property {import('./messages').EndedMessage} ended
 * @property {import('./messages').Variant} variant
 * @property {import('./messages').TableFields} table as it lay at the end
 * @property {boolean} ranked
 * @property {string | null} finalAt when nothing changes any more, null when it is so
 * @property {{href: string, title: string} | null} next the next game of the day
 * @property {() => void} again a random deal
 */

/**
 * @param {Ending} ending
 * @returns {HTMLElement}
 */
export function resultPanel(ending) {
  const { ended, ranked } = ending, { result } = ended, { game } = ending.table;
  const streak = h('div', { class: 'fact', hidden: true }), par = h('small'), others = h('div', { class: 'others' });
  const panel = h('section', { class: 'box result', 'aria-labelledby': 'result-title', tabindex: -1 },
    h('div', { class: 'sums' },
      h('div', { class: 'place' }, h('b', {}, place(ending)), h('p', {}, title(ending), h('span', {}, standingOf(ending)), h('small', {}, words.betterThan(ended.rank, ended.of)))),
      h('div', { class: 'facts-of' }, fact(words.moves, result.moves, par), fact(words.time, clock(result.elapsed_ms)),
        ranked && fact(words.points, pointsOf(result), words.pointsNote(result.home, result.outcome === 'won')), streak)),
    others, actions(ending));
  if (ranked && game) void compare(game, ending, others);
  if (game && result.outcome === 'won') void showPar(game, result.moves, par);
  if (ranked) void showStreak(ending.table.player, streak);
  return panel;
}

/** @param {Ending} ending */
const place = ({ ended }) => (ended.rank ? ordinal(ended.rank) : resultWords(ended.result));

/**
 * How it ended; unseen when the large word says it already.
 * @param {Ending} ending
 */
function title({ ended }) {
  const said = !ended.rank && ended.outcome === 'won';
  return h('strong', { id: 'result-title', class: said && 'unseen' }, endWords.titles[ended.outcome] ?? ended.outcome);
}

/** @param {Ending} ending */
function standingOf({ ended, ranked }) {
  if (!ranked) return endWords.unranked;
  return ended.of ? endWords.soFar(ended.of) : many(ended.result.home, 'card');
}

/** What a result is worth on the boards beyond one game (product.md, who is ahead 3). @param {import('./messages').Result} result */
const pointsOf = ({ home, outcome }) => home + (outcome === 'won' ? 48 : 0);

/**
 * @param {string} name
 * @param {string | number} value
 * @param {string | HTMLElement} [note]
 */
const fact = (name, value, note = '') => h('div', { class: 'fact' }, h('span', {}, name), h('b', {}, value), typeof note === 'string' ? h('small', {}, note) : note);

/**
 * The others as a chart; without an answer the place alone is shown.
 * @param {string} game
 * @param {Ending} ending
 * @param {HTMLElement} others
 */
async function compare(game, { ended, finalAt }, others) {
  const histogram = await get(`/api/games/${game}/histogram`).catch(() => null);
  if (!histogram?.total) return;
  put(others, chartOf(histogram, ended.result), h('p', { class: 'note' }, words.howMany(histogram.home[52] ?? 0, histogram.total, finalAt)));
}

/**
 * @param {string} player
 * @param {HTMLElement} streak
 */
async function showStreak(player, streak) {
  const { played, won } = await streaksOf(player);
  if (!played) return;
  put(streak, ...fact(words.streak, played, words.daysPlayed(played, won)).childNodes);
  streak.hidden = false;
}

/**
 * @param {string} game
 * @param {number} moves
 * @param {HTMLElement} place
 */
async function showPar(game, moves, place) {
  const { par } = await get(`/api/games/${game}`).catch(() => ({ par: null }));
  if (par !== null) put(place, words.overPar(moves - par, par));
}

/** @param {Ending} ending */
function actions(ending) {
  const { ended, ranked, next, again, table, variant } = ending;
  const board = table.game && ranked ? `/leaderboards/${table.game.split('/').reverse().join('/')}` : null;
  const random = h('button', { class: next ? 'button' : 'button go', type: 'button', onclick: again }, ranked ? words.randomDeal : endWords.again);
  const told = h('span', {}, words.share);
  return h('div', { class: 'row' },
    h('button', { class: 'button', type: 'button', onclick: () => void share(ending, told) }, icon('share'), told),
    h('a', { class: 'button', href: `/replay/${ended.attempt}${ghostOf()}` }, icon('play'), endWords.replay),
    board && h('a', { class: 'button', href: board }, endWords.board),
    !ranked && h('a', { class: 'button', href: sameDeal(variant.key, ended.attempt) }, words.sameDeal),
    h('span', { class: 'space-between' }), random,
    next && h('a', { class: 'button go', href: next.href }, endWords.next(next.title), icon('forth')));
}

/** A race ends beside its ghost. */
function ghostOf() {
  const ghost = new URLSearchParams(location.search).get('ghost');
  return ghost ? `?vs=${encodeURIComponent(ghost)}` : '';
}

/**
 * Hands the text to whatever shares here, else to the clipboard.
 * @param {Ending} ending
 * @param {HTMLElement} told says that it is done
 */
async function share(ending, told) {
  const text = shareOf(ending);
  if (navigator.share) return navigator.share({ text }).catch(() => undefined);
  await navigator.clipboard.writeText(text);
  say(words.copied);
  setText(told, words.copied);
  setTimeout(() => setText(told, words.share), COPIED_FOR);
}

/** @param {Ending} ending */
function shareOf({ ended, variant, table }) {
  const [date] = table.game?.split('/') ?? [null];
  return words.shareText({
    title: variant.title, date, result: ended.result, rank: ended.rank, of: ended.of, suits: homeBySuit(table),
    link: `${location.origin}${table.game ? `/play/${table.game}` : sameDeal(variant.key, ended.attempt)}`,
  });
}

/**
 * Where the deal of an attempt is offered again.
 * @param {string} variant
 * @param {number} attempt
 */
const sameDeal = (variant, attempt) => `/practice/${variant}?run=${attempt}`;

/**
 * How many cards of each suit are home.
 * @param {import('./messages').TableFields} table
 * @returns {Record<string, number>}
 */
export function homeBySuit({ piles, base }) {
  const home = (/** @type {string | null} */ top) => (top ? (RANKS.indexOf(rankOf(top)) - RANKS.indexOf(base) + 13) % 13 + 1 : 0);
  return Object.fromEntries(SUITS.map((suit) => [suit, home(piles.F[suit] ?? null)]));
}
