// @ts-check
/** Durations, dates and ranks as people read them. */

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const SHORT = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const NAV = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const HOUR = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/**
 * 252000 as `4:12`, 3723000 as `1:02:03`.
 * @param {number} ms
 */
export function clock(ms) {
  const all = Math.floor(ms / 1000), hours = Math.floor(all / 3600);
  const minutes = Math.floor(all / 60) % 60, seconds = String(all % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/**
 * 320000 as `5 minutes 20`, for a voice.
 * @param {number} ms
 */
export function spokenTime(ms) {
  const minutes = Math.floor(ms / 60000), seconds = Math.floor(ms / 1000) % 60;
  if (!minutes) return many(seconds, 'second');
  return seconds ? `${many(minutes, 'minute')} ${seconds}` : many(minutes, 'minute');
}

/**
 * What is left, as `5 h 12 m` or `3 m 20 s`.
 * @param {number} ms
 */
export function left(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  if (hours) return `${hours} h ${minutes} m`;
  return minutes ? `${minutes} m ${seconds % 60} s` : `${seconds} s`;
}

/**
 * @param {number} n
 * @param {string} word
 */
export const many = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

/**
 * 41 as `41st`.
 * @param {number} n
 */
export function ordinal(n) {
  const tens = n % 100, unit = n % 10;
  const ending = tens > 10 && tens < 14 ? 'th' : ['th', 'st', 'nd', 'rd'][unit] ?? 'th';
  return `${n}${ending}`;
}

/** @param {string} date `2026-11-30` */
export const longDate = (date) => DAY.format(new Date(`${date}T00:00:00Z`)).replace(',', '');

/** @param {string} date */
export const shortDate = (date) => SHORT.format(new Date(`${date}T00:00:00Z`));

/** @param {string} date */
export const navDate = (date) => NAV.format(new Date(`${date}T00:00:00Z`)).replace(',', '');

/** @param {string} date */
export const monthYear = (date) => MONTH.format(new Date(`${date}T00:00:00Z`));

/** @param {string} time ISO 8601 */
export const hourUtc = (time) => `${HOUR.format(new Date(time))} UTC`;

/**
 * The date so many days later.
 * @param {string} date
 * @param {number} days
 */
export function addDays(date, days) {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

/**
 * A commitment as `9f3c 71ab 04de … e82b`.
 * @param {string} hex
 */
export const shortHex = (hex) => `${hex.slice(0, 4)} ${hex.slice(4, 8)} ${hex.slice(8, 12)} … ${hex.slice(-4)}`;
