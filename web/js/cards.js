// @ts-check
/** Cards and moves as they are written (`9H`, `T3:2-T5`), and what a face shows. */

import { h } from './html.js';
import { mark } from './icons.js';

export const SUITS = ['S', 'H', 'D', 'C'];
export const RANKS = 'A23456789TJQK';

/** @type {Record<string, string>} */
const COURT = { J: 'chevron', Q: 'coronet', K: 'crown' };

/** @typedef {{text: string, from: string, n: number, to: string}} Move */
/** @typedef {{pile: string, n: number}} Held cards picked up: the top n of a pile */

/** @param {string} card */
export const suitOf = (card) => card[1];

/** @param {string} card */
export const rankOf = (card) => card[0];

/**
 * A rank as a face shows it.
 * @param {string} rank
 */
export const rankText = (rank) => (rank === 'T' ? '10' : rank);

/**
 * Reads a move's notation.
 * @param {string} text
 * @returns {Move}
 */
export function parseMove(text) {
  const [lift, to = ''] = text.split('-');
  const [from, n = '1'] = lift.split(':');
  return { text, from, n: Number(n), to };
}

/**
 * Whether a move turns the stock, deals from it or makes it again.
 * @param {Move} move
 */
export const isStockMove = (move) => move.from === 'S' || move.to === 'S';

/**
 * The moves that carry cards picked up by hand.
 * @param {string[]} legal
 */
export const transfers = (legal) => legal.map(parseMove).filter((move) => !isStockMove(move));

/**
 * The move a tap on the stock makes, if there is one.
 * @param {string[]} legal
 */
export const stockMove = (legal) => legal.map(parseMove).find(isStockMove) ?? null;

/**
 * The legal moves of the cards that are held.
 * @param {string[]} legal
 * @param {Held | null} held
 */
export function movesOf(legal, held) {
  return held ? transfers(legal).filter((move) => move.from === held.pile && move.n === held.n) : [];
}

/**
 * The lifts of a pile that can go somewhere, fewest cards first.
 * @param {string[]} legal
 * @param {string} pile
 */
export function liftsOf(legal, pile) {
  const lifts = transfers(legal).filter((move) => move.from === pile).map((move) => move.n);
  return [...new Set(lifts)].sort((a, b) => a - b);
}

/**
 * The move a second tap makes: of those home and those on the table the preferred kind, if there is just one of it.
 * @param {Move[]} moves
 * @param {'home' | 'table' | 'off'} first
 * @returns {Move | null}
 */
export function bestMove(moves, first) {
  const home = moves.filter((move) => move.to === 'F'), table = moves.filter((move) => move.to !== 'F');
  const wanted = { home: [home, table], table: [table, home], off: [] }[first].find((some) => some.length);
  return wanted?.length === 1 ? wanted[0] : null;
}

/**
 * The marks of a card's face: rank, small suit, court mark and large suit.
 * @param {string} card
 */
export function faceMarks(card) {
  const suit = suitOf(card), rank = rankOf(card);
  return [
    h('span', { class: rank === 'T' ? 'rank ten' : 'rank' }, h('span', {}, rankText(rank))),
    mark(suit, 'index'),
    COURT[rank] ? mark(COURT[rank], 'court') : null,
    mark(suit, 'pip'),
  ];
}

/** @param {string} card */
export const faceClass = (card) => `card ${suitOf(card)}${COURT[rankOf(card)] ? ' face' : ''}`;
