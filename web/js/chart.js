// @ts-check
/** Bars of how many did how well, yours marked, with the same numbers as a table for whoever cannot see bars. */

import * as words from './copy/result.js';
import { h } from './html.js';

/** @typedef {{label: string, count: number, yours: boolean, axis: boolean}} Bar `axis`: whether the label is printed under the bar */

const HOME_BIN = 4;
const MOST_BARS = 12;

/**
 * The chart of a game: moves of its winners for one who has won, else cards home of everybody.
 * @param {import('./messages').Histogram} histogram
 * @param {{home: number, moves: number} | null} yours
 */
export function chartOf(histogram, yours) {
  if (yours?.home === 52 && winners(histogram) > 0) return movesChart(histogram, yours.moves);
  return homeChart(words.homeOfPlayers(histogram.total), histogram.home, yours?.home ?? null);
}

/** @param {import('./messages').Histogram} histogram */
export const winners = ({ winners_moves }) => winners_moves.reduce((n, [, count]) => n + count, 0);

/**
 * Moves of the winners of a game.
 * @param {import('./messages').Histogram} histogram
 * @param {number | null} mine
 */
export function movesChart(histogram, mine) {
  return chart(words.movesOfWinners(winners(histogram)), words.moves, moveBars(histogram.winners_moves, mine));
}

/**
 * How many brought how many cards home; or in how many games one player did.
 * @param {string} title
 * @param {number[]} home how many brought 0, 1, … 52 cards home
 * @param {number | null} mine
 * @param {string} [counted] what is counted
 */
export function homeChart(title, home, mine, counted) {
  return chart(title, words.cardsHome, homeBars(home, mine), counted);
}

/**
 * Cards home in steps of four, winners apart.
 * @param {number[]} home how many brought 0, 1, … 52 cards home
 * @param {number | null} mine
 * @returns {Bar[]}
 */
export function homeBars(home, mine) {
  const bins = Array.from({ length: 52 / HOME_BIN }, (_, i) => i * HOME_BIN);
  const bars = bins.map((from) => {
    const to = from + HOME_BIN - 1, count = home.slice(from, to + 1).reduce((a, b) => a + b, 0);
    return { label: words.span(from, to), count, yours: mine !== null && mine >= from && mine <= to, axis: from % 24 === 0 && to < 51 };
  });
  return [...bars, { label: words.won, count: home[52] ?? 0, yours: mine === 52, axis: true }];
}

/**
 * Moves of winners in a dozen steps at most.
 * @param {[number, number][]} winners [moves, how many]
 * @param {number | null} mine
 * @returns {Bar[]}
 */
export function moveBars(winners, mine) {
  const all = winners.map(([moves]) => moves), least = Math.min(...all), step = Math.ceil((Math.max(...all) - least + 1) / MOST_BARS);
  const bins = Math.ceil((Math.max(...all) - least + 1) / step);
  return Array.from({ length: bins }, (_, i) => {
    const from = least + i * step, to = from + step - 1;
    const count = winners.reduce((n, [moves, players]) => (moves >= from && moves <= to ? n + players : n), 0);
    return { label: words.span(from, to), count, yours: mine !== null && mine >= from && mine <= to, axis: i % 3 === 0 };
  });
}

/**
 * @param {string} title
 * @param {string} unit
 * @param {Bar[]} bars
 * @param {string} [counted]
 */
function chart(title, unit, bars, counted = words.players) {
  const most = Math.max(1, ...bars.map((one) => one.count));
  return h('figure', { class: 'chart' }, h('figcaption', {}, title),
    h('div', { class: 'bars', 'aria-hidden': 'true' }, ...bars.map((one) => bar(one, most))),
    h('details', {}, h('summary', {}, words.asTable), table(unit, bars, counted)));
}

/**
 * @param {Bar} one
 * @param {number} most
 */
function bar({ label, count, yours, axis }, most) {
  return h('div', { class: yours ? 'bar yours' : 'bar', '--share': count / most, title: `${label}: ${count}` },
    yours && h('b', {}, words.you), h('i'), axis && h('span', {}, label.split('–')[0]));
}

/**
 * @param {string} unit
 * @param {Bar[]} bars
 * @param {string} counted
 */
function table(unit, bars, counted) {
  return h('table', {}, h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, unit), h('th', { scope: 'col' }, counted))),
    h('tbody', {}, ...bars.map(({ label, count, yours }) => h('tr', { class: yours && 'yours' }, h('th', { scope: 'row' }, yours ? `${label}, ${words.you.toLowerCase()}` : label), h('td', {}, count)))));
}
