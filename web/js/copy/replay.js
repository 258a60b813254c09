// @ts-check
/** The words of replays and of what is compared in them. */

import { capital, cardSign, cardWords, pileWords, resultLine } from '../copy.js';
import { clock, hourUtc, left, many, ordinal, shortDate, spokenTime } from '../format.js';

/** @typedef {import('../messages').GameEvent} GameEvent */
/** @typedef {import('../messages').Frame} Frame */
/** @typedef {import('../messages').Result} Result */

export const title = 'Replay';
export const first = 'First';
export const previous = 'Back one move';
export const play = 'Play';
export const pause = 'Pause';
export const next = 'Forward one move';
export const last = 'Last';
export const speed = 'Speed';
export const move = 'move';
export const time = 'time';
export const home = 'cards home';
export const slider = 'Move';
export const copyLink = 'Copy link to move';
export const copied = 'Link copied';
export const movesTitle = 'Moves';
export const skip = 'Play past moves taken back';
export const shorten = 'Shorten thinking to 3 s';
export const readOnly = 'read only';
export const table = 'Card table, read only';
export const back = 'Back to the leaderboard';
export const more = 'More';
export const close = 'Close';
export const keysTitle = 'Keys';

/** How fast it runs, by the keys of replay-pace.js. @type {Record<string, string>} */
export const paces = { half: '0.5×', real: '1×', double: '2×', four: '4×', even: 'Even' };

/** What the marks under the line mean. @type {Record<string, string>} */
export const legend = { home: 'card home', revealed: 'turned up', redealt: 'redeal', undone: 'taken back', think: 'over 10 s', differs: 'first different' };

/** What each key does. */
export const keys = [
  ['← →', 'one move'], ['Shift ← →', 'ten moves'], ['Home End', 'first or last move'], ['Space', 'play or pause'],
  [', .', 'slower or faster'], ['F', 'mirror the table'], ['M', 'the moves'], ['D', 'first different move'], ['C', 'copy the link'], ['?', 'this list'],
];

/** @param {string} variant @param {string | null} game @param {string} kind */
export const of = (variant, game, kind) => `${variant}${game ? `, ${shortDate(game.split('/')[0])}` : ''}${kind === 'ranked' ? '' : ', practice'}`;

/** @param {number} n @param {number} all @param {number} ms @param {string} words */
export const spoken = (n, all, ms, words) => `Move ${n} of ${all}, ${spokenTime(ms)}. ${words}`;

/** @param {number} n @param {string} words @param {number} cards */
export const spokenMove = (n, words, cards) => `${n ? `${n}. ` : ''}${words} ${many(cards, 'card')} home.`;

/** @param {number} n @param {number} all */
export const place = (n, all) => `${n} of ${all}`;

/** @param {number} n @param {number} all @param {number} ms */
export const where = (n, all, ms) => `move ${n} of ${all} · ${clock(ms)}`;

/** @param {number} n @param {number} ms */
export const preview = (n, ms) => `${n} · ${clock(ms)}`;

/** How long a move was thought about. @param {number} ms */
export const took = (ms) => `${(ms / 1000).toFixed(ms < 9950 ? 1 : 0)} s`;

/** @param {number} rank @param {number} total */
export const standing = (rank, total) => {
  const worse = Math.floor(((total - rank) / Math.max(1, total)) * 100);
  return `${ordinal(rank)} of ${total}${worse > 0 ? `, better than ${worse} %` : ''}. `;
};

export const compare = 'Compare';
export const chooseGhost = 'Compare with a run';
export const change = 'Change';
export const remove = 'None';
export const sync = 'At the same';
export const byTime = 'time';
export const byMove = 'move';
export const beside = 'Side by side';
export const loading = 'Looking for runs…';
export const yours = 'Yours';
export const paste = 'Or paste a link to a replay';
export const show = 'Show';
export const noRuns = 'There is no other run to choose. Paste a link.';
export const notALink = 'Paste the link of a replay, or its number.';
export const noSuchRun = 'There is no such run, or it is still sealed.';
export const otherDeal = 'That run is of another deal. Only runs of the same deal can be compared.';
export const firstDifferent = 'First different move';
export const noDifference = 'No different move';

/** @param {string} name @param {number} by */
export const ahead = (name, by) => (by ? `${name} is ${many(Math.abs(by), 'card')} ${by > 0 ? 'ahead' : 'behind'}` : 'Level');

/** @param {string} name @param {number} by @param {number} ms @param {number} n @param {boolean} byTheClock */
export const aheadAt = (name, by, ms, n, byTheClock) => `${ahead(name, by)} at ${byTheClock ? clock(ms) : `move ${n}`}`;

/** @param {number} n */
export const jumped = (n) => `The first different move is ${n}. `;

/** @param {number} rank @param {string} name */
export const run = (rank, name) => `${rank}. ${name}`;

/** @param {Result | null} result */
export const result = (result) => (result ? resultLine(result) : '');

export const about = 'This run';
export const nextRun = 'Next in the leaderboard';
export const previousRun = 'The one before';
export const race = 'Race this run';

export const record = 'Download the record';
export const verifyTitle = 'How to verify this';
/** @param {string} time */
export const recordSealed = (time) => `The record holds the deck: it opens at ${hourUtc(time)}.`;
export const verifySteps = [
  'Download the record: the deal, every move and its time.',
  'Install Same Deal, then run this. It plays every move again under the same rules; nothing is sent anywhere.',
];
export const verifyCommitment = 'The number is the commitment published before the day. It proves that the deal was not chosen afterwards.';
export const verifyPractice = 'A practice run is checked for itself: no commitment was published for it.';
export const verifyMore = 'More on fairness';
export const copyCommand = 'Copy the command';
export const commandCopied = 'Command copied';

/** @param {number} id @param {string | null} commitment */
export const command = (id, commitment) => `samedeal verify samedeal-${id}.json${commitment ? ` --commitment ${commitment}` : ''}`;

export const sealedTitle = 'This replay is sealed';
/** @param {string} time @param {number} ms */
export const sealedUntil = (time, ms) => (ms > 0 ? `It opens at ${hourUtc(time)}, in ${left(ms)}, for everyone at once.` : `It opened at ${hourUtc(time)}.`);
export const sealedNote = 'Until then you see who plays, cards home, moves and time. Your own replay is open to you.';
export const notEnded = 'It opens when the run has ended.';
export const openNow = 'Open the replay';
export const goOn = 'Go on playing';
export const board = 'Leaderboard';
export const gone = 'There is no such replay';
export const goneText = 'The link may be cut short, or the run was never played.';

/**
 * A played move in a list, short: `9♥ +2 to col. 5`.
 * @param {Frame} frame
 */
export function playedWords({ move, events: [event] }) {
  if (move === null) return 'The deal';
  if (move === 'U') return 'Undo';
  if (event?.event === 'turned') return `turn ${event.cards.map(cardSign).join(' ')}`;
  if (event?.event === 'redealt') return 'redeal';
  if (event?.event !== 'moved') return move;
  const cards = `${cardSign(event.cards[0])}${event.cards.length > 1 ? ` +${event.cards.length - 1}` : ''}`;
  const from = event.from === 'R' ? 'reserve ' : '';
  return event.to === 'F' ? `${from}${cards} home` : `${from}${cards} to col. ${event.to.slice(1)}`;
}

/**
 * The same for a voice: `9 of hearts and 2 more to column 5.`
 * @param {Frame} frame
 */
export function playedSpoken({ move, events: [event] }) {
  if (move === null) return 'The deal.';
  if (move === 'U') return 'Taken back.';
  if (event?.event === 'turned') return `Turned ${event.cards.map(cardWords).join(', ')}.`;
  if (event?.event === 'redealt') return 'Turned the waste over.';
  if (event?.event !== 'moved') return move;
  const cards = `${capital(cardWords(event.cards[0]))}${event.cards.length > 1 ? ` and ${event.cards.length - 1} more` : ''}`;
  return `${cards} ${event.to === 'F' ? 'home' : `to ${pileWords(event.to)}`}.`;
}
