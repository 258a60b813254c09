// @ts-check
/** All cards home: four fans, a suit each, which open once (web.md, 7.6). */

import { RANKS, SUITS, faceClass, faceMarks } from '../cards.js';
import { board as words } from '../copy.js';
import { h } from '../html.js';

/**
 * The four fans; where they lie is up to the style sheet.
 * @param {string} base the rank each foundation began with
 */
export function fans(base) {
  return h('div', { class: 'fans', role: 'img', 'aria-label': words.allHome }, ...SUITS.map((suit) => fan(suit, base)));
}

/**
 * @param {string} suit
 * @param {string} base
 */
function fan(suit, base) {
  const first = RANKS.indexOf(base), ranks = [...RANKS.slice(first), ...RANKS.slice(0, first)];
  return h('div', { class: 'fan' }, ...ranks.map((rank, i) => leaf(`${rank}${suit}`, i)));
}

/**
 * @param {string} card
 * @param {number} i
 */
const leaf = (card, i) => h('div', { class: `${faceClass(card)}${i < 12 ? ' fanned' : ''}`, '--i': i }, ...faceMarks(card));
