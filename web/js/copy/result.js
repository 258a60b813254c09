// @ts-check
/** The words of a result, its charts and what is shared of it. */

import { SUIT_SIGNS, brand, resultWords } from '../copy.js';
import { clock, hourUtc, many, ordinal, shortDate } from '../format.js';

/** @typedef {import('../messages').Result} Result */

export const points = 'Points';
export const streak = 'Streak';
export const moves = 'Moves';
export const time = 'Time';
export const cardsHome = 'Cards home';
export const share = 'Share';
export const copied = 'Copied';
export const randomDeal = 'A random deal';
export const sameDeal = 'The same deal';
export const you = 'You';
export const asTable = 'As a table';
export const players = 'Players';

/** @param {number} home @param {boolean} won */
export const pointsNote = (home, won) => (won ? `${home} home and 48 for the win` : `${home} home`);

/** @param {number} days @param {number} won */
export const daysPlayed = (days, won) => `${days === 1 ? 'day' : 'days'} in a row${won ? `, ${won} with a win` : ''}`;

/** @param {number | null} rank @param {number | null} of */
export const betterThan = (rank, of) => (rank && of && rank < of ? `better than ${Math.floor(((of - rank) / of) * 100)} %` : '');


/** @param {number} over @param {number} par */
export const overPar = (over, par) => (over > 0 ? `${over} over par ${par}` : over < 0 ? `${-over} under par ${par}` : `par ${par}`);

/** @param {number} n */
export const movesOfWinners = (n) => (n === 1 ? 'Moves of the winner' : `Moves of the ${n} winners`);

/** @param {number} n */
export const homeOfPlayers = (n) => `Cards home, ${many(n, 'player')}`;

/** @param {number} won @param {number} total @param {string | null} finalAt null once nothing changes any more */
export const howMany = (won, total, finalAt) =>
  `${won} of ${many(total, 'player')} won.${finalAt ? ` Ranks can change until ${hourUtc(finalAt)}.` : ''}`;

/** @param {number} from @param {number} to */
export const span = (from, to) => (from === to ? `${from}` : `${from}–${to}`);

export const won = 'Won';

/**
 * What is sent to others: words first, then the cards home of each suit as squares, and no card.
 * @param {{title: string, date: string | null, result: Result, rank: number | null, of: number | null, suits: Record<string, number>, link: string}} told
 */
export function shareText({ title, date, result, rank, of, suits, link }) {
  const place = rank && of ? [`${ordinal(rank)} of ${of}`] : [];
  return [
    `${brand} · ${title}${date ? ` ${shortDate(date)}` : ', practice'}`,
    [resultWords(result), many(result.moves, 'move'), clock(result.elapsed_ms), ...place].join(' · '),
    ...Object.entries(suits).map(([suit, home]) => `${SUIT_SIGNS[suit]} ${'■'.repeat(home)}${'□'.repeat(13 - home)}`),
    link,
  ].join('\n');
}
