// @ts-check
/** The words of the practice page. */

import { hourUtc, longDate } from '../format.js';

export const title = 'Practice';
export const idea = 'Any deal, as often as you like. It never counts.';
export const games = 'Games to practise';
export const shape = 'The table at the deal, every card face down';

export const random = {
  title: 'A random deal',
  text: 'Fresh cards from the whole shuffle. Nobody promises that it can be won.',
  deal: 'Deal',
};

export const past = {
  title: 'A past game',
  text: 'The deal everybody had on that day, once it is final.',
  date: 'Date', deal: 'Practise it',
};

export const own = {
  title: 'A deal of your own',
  text: 'Paste 52 cards, the first dealt first, or a record that was downloaded from a replay.',
  label: 'Cards or record',
  example: '9H 4c 10♠ Q♦ …',
  deal: 'Deal these cards', link: 'Copy a link to it', copied: 'Link copied.',
};

export const shared = {
  title: 'This deal is for you',
  /** @param {string} name of the variant */
  cards: (name) => `Somebody sent you 52 cards in their order, to play ${name} with.`,
  /** @param {string} name @param {string} date */
  game: (name, date) => `${name} of ${longDate(date)}, as everybody had it.`,
  /** @param {string} name */
  run: (name) => `The ${name} cards of a run that has ended.`,
  deal: 'Deal it',
};

export const trouble = {
  empty: 'Paste the cards of a deck first.',
  noDate: 'Choose a date first.',
  notJson: 'This begins like a record but is not whole. Paste all of it.',
  notRecord: 'This is not a record of Same Deal.',
  noDeal: 'This record names no deal: it needs its deck, its secret and deal number, or its game.',
  /** @param {string} name */
  noVariant: (name) => `This record is of ${name}, which is not played here.`,
  noRun: 'There is no such run.',
  noGame: 'There was no such game on that day.',
  /** @param {string | undefined} time */
  sealed: (time) => `You can practise this game once it is final${time ? `, at ${hourUtc(time)}` : ''}.`,
  badSecret: 'The secret or the deal number of this record is not one.',
};
