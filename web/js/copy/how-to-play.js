// @ts-check
/** The words of the pages that explain the games; the rules of each game come from the server. */

import { capital, cardWords, orList, pileWords, rankWord } from '../copy.js';
import { many } from '../format.js';

export const title = 'How to play';
export const games = 'The games';
export const all = 'All games';
export const idea = 'Four games of patience a day. Everybody gets the same deal and has one go at each that counts.';
export const gamesTitle = 'The four games';
export const shape = 'The table at the deal, every card face down';
export const rulesTitle = 'The rules, a table for each';
export const keysTitle = 'Keys';
export const keysNote = 'While the table has the focus. Cards can also be tapped, dragged, or moved from the list of moves.';
export const practise = 'Practise it';
export const common = 'Who is ahead, undo, time and keys';
export const fairness = 'How we keep it fair';

/** What holds in every game: a heading and its sentences. */
export const sections = [
  ['Who is ahead', [
    'More cards home is ahead; with all 52 home you have won. Then fewer moves, then less time. Exactly equal results share a place.',
    'The speed board asks for time before moves.',
    'Over days and weeks points are added: one for each card home, and 48 more for a win.',
  ]],
  ['What is a move', ['Each transfer, however many cards it carries, each turn of the stock, each time the waste becomes the stock again, and each undo is one move.']],
  ['Undo', [
    'Undo takes back your latest move, and then the one before. It counts as a move itself.',
    'In a game that counts you can undo only what showed you no new card. In practice you can always undo.',
  ]],
  ['No moves left', [
    'When you have seen every card of the stock and nothing can be played any more, now or after further turns, the game ends there. If you can still undo, you may go on.',
    'While a card of the stock is unseen nobody tells you: it would give away what is hidden.',
  ]],
  ['Time', [
    'The clock is the server’s. It begins when you are sent the cards and ends with your last move. There is no pause, and leaving the page stops nothing.',
    'A game opens at 00:00 UTC and can be begun for 24 hours. Two hours later it is final: what is still under way ends as it stands, and everything is shown to everybody.',
    'If our server is down, that time is not counted.',
  ]],
];

/** @typedef {import('../messages').Variant} Variant */

/**
 * The data of a game as pairs of a name and words.
 * @param {Variant} variant
 * @returns {[string, string][]}
 */
export function facts({ columns, reserve, stock, stock_name: name, turn, redeals, base }) {
  const down = sum(columns.map((one) => one.down)), up = sum(columns.map((one) => one.up));
  return [
    ['Columns', `${columns.length}, with ${many(down + up, 'card')}${down ? `, ${down} face down` : ''}`],
    ...(reserve ? [/** @type {[string, string]} */ (['Reserve', many(reserve, 'card')])] : []),
    [capital(name), `${many(stock, 'card')}, ${turn} at a time`],
    ['Times through', redeals === null ? 'no limit' : `${redeals + 1}`],
    ['First card home', base ? rankWord(base) : 'the rank of the card dealt there'],
  ];
}

/**
 * What can be done in a picture.
 * @param {string[]} cards those held, the lowest first
 * @param {string[]} to piles
 */
export function canGo(cards, to) {
  const more = cards.length > 1 ? ` and ${cards.length - 1} more` : '';
  return `The ${cardWords(cards[0])}${more} can go ${orList(to.map((pile) => (pile === 'F' ? 'home' : `to ${pileWords(pile)}`)))}.`;
}

/** @param {string} name of the stock */
export const turned = (name) => `After a turn of the ${name}.`;

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
