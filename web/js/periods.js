// @ts-check
/** Where the boards are: of a game by variant and date; by points by day, week, month, or of all time. */

import { addDays } from './format.js';

/** @typedef {'days' | 'weeks' | 'months' | 'all-time'} Span the words of addresses */
/**
 * @typedef {object} Place
 * @property {string | null} variant null: all games, by points
 * @property {Span} span
 * @property {string} period `2026-11-30`, `2026-W49`, `2026-11`; `all-time`
 * @property {'moves' | 'speed'} by
 * @property {boolean} kept whether guests are left out
 */

const DAY_MS = 24 * 3600 * 1000;
export const SPANS = /** @type {Span[]} */ (['days', 'weeks', 'months', 'all-time']);

/**
 * The board an address names; what it leaves out is of today.
 * @param {string[]} parts `[variant, date]` or `[span, period]`
 * @param {URLSearchParams} query
 * @param {string} today
 * @param {string} variant the one nobody has to name
 * @returns {Place}
 */
export function placeOf([head, period], query, today, variant) {
  const span = SPANS.find((one) => one === head), kept = query.get('players') === 'kept';
  if (span) return { variant: null, span, period: period ?? periodOf(span, today), by: 'moves', kept };
  const by = query.get('by') === 'speed' ? 'speed' : 'moves';
  return { variant: head ?? variant, span: 'days', period: period && period !== 'today' ? period : today, by, kept };
}

/** @param {Place} place */
export function addressOf({ variant, span, period, by, kept }) {
  const query = new URLSearchParams({ ...(variant && by === 'speed' && { by }), ...(kept && { players: 'kept' }) });
  return `/leaderboards/${variant ? `${variant}/${period}` : pathOf(span, period)}${query.size ? `?${query}` : ''}`;
}

/**
 * Where the server is asked for it.
 * @param {Place} place
 * @param {string | null} [after] the cursor of the page before
 * @param {string} [around] the player in the middle
 */
export function questionOf({ variant, span, period, by, kept }, after, around) {
  const query = new URLSearchParams({ ...(variant && { by }), limit: '50', ...(kept && { players: 'kept' }), ...(after && { after }) });
  const board = variant ? `/api/games/${period}/${variant}/leaderboard` : `/api/boards/${pathOf(span, period)}`;
  return `${board}${around ? `/around/${around}` : ''}?${query}`;
}

/**
 * The period of this length that a date is in.
 * @param {Span} span
 * @param {string} date
 */
export function periodOf(span, date) {
  if (span === 'all-time') return span;
  return span === 'days' ? date : span === 'months' ? date.slice(0, 7) : weekOf(date);
}

/**
 * @param {Span} span not of all time
 * @param {string} period
 * @returns {{first: string, last: string} | null} its first and last date, null when nothing is called so
 */
export function datesOf(span, period) {
  const first = firstOf(span, period);
  if (!first || periodOf(span, first) !== period) return null;
  const next = span === 'weeks' ? addDays(first, 7) : `${addDays(first, 31).slice(0, 7)}-01`;
  return { first, last: span === 'days' ? first : addDays(next, -1) };
}

/**
 * @param {Span} span
 * @param {string} period
 */
function firstOf(span, period) {
  const [, year, week] = /^(\d{4})-W(\d\d)$/.exec(period) ?? [];
  const text = span === 'weeks' ? `${year}-01-04` : span === 'months' ? `${period}-01` : period;
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(Date.parse(text))) return null;
  return span === 'weeks' ? addDays(text, 7 * (Number(week) - 1) - weekday(text)) : addDays(text, 0);
}

/** The ISO week: that of its Thursday. @param {string} date */
function weekOf(date) {
  const thursday = addDays(date, 3 - weekday(date)), year = thursday.slice(0, 4);
  const week = Math.floor((Date.parse(thursday) - Date.parse(`${year}-01-01`)) / DAY_MS / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}

/** Monday is 0. @param {string} date */
const weekday = (date) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

/**
 * @param {Span} span
 * @param {string} period
 */
const pathOf = (span, period) => (span === 'all-time' ? span : `${span}/${period}`);
