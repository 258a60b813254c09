// @ts-check
/** What the rows of a board tell: of a game's results, and of points. */

import * as words from './copy/boards.js';
import { clock, many } from './format.js';
import { h } from './html.js';
import { icon } from './icons.js';

/** @typedef {import('./messages').Standing} Standing */
/** @typedef {import('./messages').PointsStanding} PointsStanding */
/** @typedef {import('./html.js').Child} Child */
/**
 * @template Row
 * @typedef {{kind: string, head: string, unseen?: boolean, cell: (one: Row) => Child[]}} Column
 */

/**
 * @param {import('./messages').Leaderboard} board
 * @returns {Column<Standing>[]}
 */
export function gameColumns({ by, yours, final_at: finalAt }) {
  const toYou = yours && { kind: 'c-more', head: words.toYou, cell: (/** @type {Standing} */ one) => [one.yours ? '' : differenceOf(one, yours, by)] };
  return [
    { kind: 'c-home', head: words.home, cell: homeCell },
    { kind: 'c-moves', head: words.moves, cell: ({ moves }) => [moves] },
    { kind: 'c-time', head: words.time, cell: ({ elapsed_ms: ms }) => [clock(ms)] },
    ...(toYou ? [toYou] : []),
    { kind: 'c-replay', head: words.replay, unseen: true, cell: (one) => [replayCell(one, finalAt)] },
  ];
}

/** @returns {Column<PointsStanding>[]} */
export const pointsColumns = () => [
  { kind: 'c-points', head: words.points, cell: ({ points }) => [h('b', {}, points)] },
  { kind: 'c-wins', head: words.wins, cell: ({ wins }) => [wins] },
  { kind: 'c-more', head: words.movesWon, cell: ({ wins, moves }) => [wins ? moves : '–'] },
  { kind: 'c-days', head: words.days, cell: ({ days }) => [days] },
];

/**
 * How far it is from your row to the better one above it.
 * @param {Standing | PointsStanding} above
 * @param {Standing | PointsStanding} yours
 * @param {string} by
 */
export function gapOf(above, yours, by) {
  const [n, unit] = 'points' in above ? pointsApart(above, yours) : apart(above, /** @type {Standing} */ (yours), by);
  return n && words.gap(Math.abs(n), unit, above.rank);
}

/**
 * @param {PointsStanding} above
 * @param {any} yours
 * @returns {[number, string]}
 */
const pointsApart = (above, yours) => [above.points - yours.points, words.point];

/**
 * What decides between two results, and by how much.
 * @param {Standing} one
 * @param {Standing} other
 * @param {string} by
 * @returns {[number, string]}
 */
function apart(one, other, by) {
  const moves = one.moves - other.moves, time = one.elapsed_ms - other.elapsed_ms;
  if (one.home !== other.home) return [one.home - other.home, words.card];
  return moves && (by === 'moves' || !time) ? [moves, words.move] : [time, ''];
}

/**
 * @param {Standing} one
 * @param {Standing} yours
 * @param {string} by
 */
function differenceOf(one, yours, by) {
  const [n, unit] = apart(one, yours, by);
  return n ? words.difference(n, unit === words.card ? words.homeAfter : unit && words.movesAfter) : '';
}

/**
 * @param {Standing} one
 * @returns {Child[]}
 */
function homeCell({ home, moves }) {
  const result = home === 52 ? h('b', {}, words.won) : home;
  return [result, home !== 52 && h('span', { class: 'unseen' }, ` ${words.homeAfter}`), h('small', { class: 'phone' }, many(moves, words.move))];
}

/**
 * @param {Standing} one
 * @param {string} finalAt
 */
function replayCell({ replay, player }, finalAt) {
  if (replay) return h('a', { href: replay, 'aria-label': `${words.replay}, ${player}` }, icon('play'), h('span', {}, words.replay));
  return h('span', { title: words.sealedTitle(finalAt) }, icon('lock'), h('span', { class: 'unseen' }, words.sealedTitle(finalAt)));
}
