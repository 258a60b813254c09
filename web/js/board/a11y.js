// @ts-check
/** What the table says to a screen reader: the names of its piles and cards. */

import { liftsOf, movesOf, stockMove } from '../cards.js';
import { board as words, capital, cardWords, pileWords } from '../copy.js';
import { pileOf } from '../table-state.js';

/** @typedef {import('./layout.js').Spot} Spot */
/** @typedef {import('./view.js').Picture} Picture */
/** @typedef {import('../messages').Variant} Variant */

/**
 * A pile's name for its group.
 * @param {string} pile
 * @param {Picture} picture
 */
export function pileLabel(pile, picture) {
  const { up = [], down = 0 } = pileOf(picture.piles, pile);
  if (pile === 'F') return words.home;
  if (pile === 'W') return words.waste(up.length);
  if (pile === 'R') return words.reserve(down, up.length);
  return pile === 'S' ? capital(pileWords('S')) : words.column(pile, up.length, down);
}

/**
 * A face-up card's name: what it is, where in its pile, whether it is held, where it can go.
 * @param {Spot} spot
 * @param {Picture} picture
 */
export function cardLabel(spot, picture) {
  const card = /** @type {string} */ (spot.card);
  if (spot.pile === 'F') return words.foundationTop(card);
  const { up = [], down = 0 } = pileOf(picture.piles, spot.pile), all = up.length + down;
  const lift = { pile: spot.pile, n: all - spot.index }, held = isHeld(spot, picture, all);
  return [
    cardWords(card),
    spot.pile === 'W' ? '' : words.position(spot.index + 1, all),
    held ? words.selected : '',
    goes(movesOf(picture.legal, lift)),
  ].filter(Boolean).join(', ');
}

/**
 * Whether a card is among those picked up.
 * @param {Spot} spot
 * @param {Picture} picture
 * @param {number} all cards in its pile
 */
export function isHeld(spot, picture, all) {
  return picture.held?.pile === spot.pile && spot.index >= all - picture.held.n;
}

/**
 * An empty place's name.
 * @param {string} id of the slot: `T3`, `FH`, `S`
 * @param {Picture} picture
 * @param {Variant} variant
 */
export function slotLabel(id, picture, variant) {
  if (id === 'S') return stockLabel(picture, variant);
  if (id === 'W') return words.waste(0);
  if (id === 'R') return words.reserve(0, 0);
  return id.startsWith('F') ? words.foundation(id[1], picture.base) : words.space(id, variant.space);
}

/**
 * @param {Picture} picture
 * @param {Variant} variant
 */
export function stockLabel(picture, variant) {
  const down = pileOf(picture.piles, 'S').down ?? 0;
  return words.stock(variant.stock_name, down, words.pass(picture.pass), stockAct(picture, variant, down));
}

/**
 * @param {Picture} picture
 * @param {Variant} variant
 * @param {number} down
 */
function stockAct(picture, variant, down) {
  const move = stockMove(picture.legal);
  if (!move) return '';
  if (move.to === 'S') return words.again;
  return move.to === 'T' ? words.deal : words.turn(Math.min(variant.turn, down));
}

/** @param {import('../cards.js').Move[]} moves */
const goes = (moves) => (moves.length ? words.canGo(moves.map((move) => pileWords(move.to))) : '');

/**
 * What picking up says.
 * @param {Picture} picture
 * @param {import('../cards.js').Held} held
 */
export function pickedUp(picture, held) {
  const up = pileOf(picture.piles, held.pile).up ?? [];
  const places = movesOf(picture.legal, held).map((move) => pileWords(move.to));
  return words.pickedUp(/** @type {string} */ (up.at(-held.n)), held.n - 1, places);
}

/**
 * Why a card stays where it is.
 * @param {Picture} picture
 * @param {string} pile
 * @param {number} n
 */
export function stuck(picture, pile, n) {
  const card = (pileOf(picture.piles, pile).up ?? []).at(-n);
  return card ? words.stuck(card) : words.emptyPile;
}

/**
 * The whole table as lines of text.
 * @param {Picture} picture
 * @param {Variant} variant
 * @returns {{title: string, text: string}[]}
 */
export function tableText(picture, variant) {
  const home = Object.values(picture.piles.F).filter((card) => card !== null).map(cardWords);
  const columns = variant.columns.map((_, i) => `T${i + 1}`);
  const piles = ['R', ...columns, 'W'].filter((pile) => picture.piles[pile]);
  return [
    { title: words.home, text: home.join(', ') || 'empty' },
    { title: capital(variant.stock_name), text: stockLabel(picture, variant) },
    ...piles.map((pile) => ({ title: pileLabel(pile, picture), text: (pileOf(picture.piles, pile).up ?? []).map(cardWords).join(', ') })),
  ];
}

/**
 * Whether any card of the pile can be picked up.
 * @param {Picture} picture
 * @param {string} pile
 */
export const canLift = (picture, pile) => liftsOf(picture.legal, pile).length > 0;
