// @ts-check
/** The words of leaderboards. */

import { clock, hourUtc, left, many, monthYear, navDate, ordinal, shortDate } from '../format.js';

export const title = 'Leaderboard';
export const moves = 'Moves';
export const speed = 'Speed';
export const order = 'Order';
export const game = 'Game';
export const allFour = 'All four';
export const spans = { days: 'Day', weeks: 'Week', months: 'Month', 'all-time': 'All time' };
export const span = 'Period';
export const who = 'Who';
export const everybody = 'Everybody';
export const kept = 'Kept names';
export const keptNote = 'Kept names only: a name is kept with a passphrase.';
export const byMoves = 'More cards home first, then fewer moves, then less time.';
export const bySpeed = 'More cards home first, then less time, then fewer moves.';
const MORE_POINTS = 'More points first, then more wins, then fewer moves in wins.';
/** @type {Record<string, string>} */
export const byPoints = {
  days: `${MORE_POINTS} A card home is 1 point, a win 48 more.`,
  weeks: `${MORE_POINTS} Your best five days of the week count.`,
  months: `${MORE_POINTS} Your best twenty days of the month count.`,
  'all-time': `${MORE_POINTS} All days count.`,
};
export const empty = 'No one has finished yet. Be the first.';
export const emptyKept = 'No kept name is on this board yet.';
export const emptyPeriod = 'No one is on this board yet.';
export const emptyFinal = 'No one finished this game.';
export const none = 'No game was played on this day.';
export const nonePeriod = 'There is no such board.';
export const playIt = 'Play this game';
export const player = 'Player';
export const home = 'Home';
export const homeAfter = 'home';
export const time = 'Time';
export const toYou = 'To you';
export const replay = 'Replay';
export const points = 'Points';
export const wins = 'Wins';
export const days = 'Days';
export const movesWon = 'Moves in wins';
export const tied = 'tied';
/** @param {string} name */
export const you = (name) => `You, ${name}`;
export const more = 'Show more';
export const aroundMe = 'Around you';
export const top = 'Top';
/** @param {string} time */
export const sealedTitle = (time) => `Sealed until ${hourUtc(time)}`;
/** @param {string} name @param {number} ms */
export const sealedText = (name, ms) => `Replays of this ${name} open in ${left(ms)}, for everyone at once.`;
export const sealedNote = 'Until then you see who plays, cards home, moves and time. Your own replay is open to you.';
export const openTitle = 'All replays are open';
export const openText = 'Watch any run move by move, and check it if you like.';
/** @param {string} player */
export const raceFirst = (player) => `Race ${player}`;
export const yours = 'Your result';
/** @param {number} rank @param {number} total */
export const rankOf = (rank, total) => `${ordinal(rank)} of ${total}`;
/** @param {number} rank @param {number} total */
export const place = (rank, total) => {
  const worse = Math.floor(((total - rank) / Math.max(1, total)) * 100);
  return worse > 0 ? `better than ${worse} %` : rankOf(rank, total);
};
export const cardsHome = 'cards home';
export const movesAfter = 'moves';
export const timeAfter = 'time';
/** @param {string} name */
export const before = (name) => `Before: ${name}`;
/** @param {string} name */
export const after = (name) => `After: ${name}`;
export const chooseDate = 'Go to a date';
/** @param {number} ms */
export const live = (ms) => `Live, closes in ${left(ms)}`;
export const final = 'Final';
export const running = 'Not final yet';
export const settling = 'Closed, last games are ending';
/** @param {number} n */
export const playing = (n) => `${n} playing`;
export const playingNow = 'Playing now';
/** @param {import('../messages').Going} going */
export const goingOn = ({ home, moves, elapsed_ms }) => `${home} home · ${many(moves, 'move')} · ${clock(elapsed_ms)}`;
/** @param {number} n */
export const othersPlay = (n) => `and ${n} more`;
/** @param {number} n */
export const fresh = (n) => `${many(n, 'new result')} – show`;
/** How far it is to a better rank; cards, moves and points are counted, time is told by the clock. @param {number} n @param {string} unit @param {number} rank */
export const gap = (n, unit, rank) => `${unit ? many(n, unit) : clock(n)} to rank ${rank}`;
export const card = 'card';
export const move = 'move';
export const point = 'point';
export const win = 'win';
export const day = 'day';
/** @param {number} n @param {string} unit */
export const difference = (n, unit) => `${n > 0 ? '+' : '−'}${unit ? Math.abs(n) : clock(Math.abs(n))}${unit && ` ${unit}`}`;
export const won = 'Won';
const NOW = { days: 'today', weeks: 'this week', months: 'this month', 'all-time': '' };
/**
 * A period as people call it: `Mon 30 Nov, today`, `23 Nov – 29 Nov`, `November 2026`.
 * @param {'days' | 'weeks' | 'months' | 'all-time'} span @param {string} first @param {string} last @param {boolean} current
 */
export const period = (span, first, last, current) => {
  const name = { days: () => navDate(first), weeks: () => `${shortDate(first)} – ${shortDate(last)}`, months: () => monthYear(first), 'all-time': () => spans['all-time'] }[span]();
  return current && NOW[span] ? `${name}, ${NOW[span]}` : name;
};
/** @param {number} n */
export const added = (n) => `${many(n, 'player')} more.`;
/** @param {number} n */
export const shown = (n) => `${many(n, 'new result')} shown.`;
