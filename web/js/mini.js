// @ts-check
/** A table in small: the dealt shape in card backs, a table of ours, or the fans of one that was won. */

import { faceClass, faceMarks } from './cards.js';
import { at } from './board/marks.js';
import { fans } from './board/fan.js';
import { frameOf, planOf } from './board/layout.js';
import { h, put, style } from './html.js';

/** @typedef {import('./messages').Variant} Variant */

const SUITS_ONLY = 150;

/**
 * @param {HTMLElement} mini
 * @param {Map<string, Variant>} shapes
 * @param {import('./messages').TableMessage | null} table
 */
export function drawMini(mini, shapes, table) {
  const variant = shapes.get(mini.dataset.variant ?? ''), cards = mini.querySelector('.cards');
  if (!variant || !cards) return;
  mini.classList.toggle('small', mini.clientWidth < SUITS_ONLY);
  if (table) mini.style.setProperty('--home', `${(table.home / 52) * 100}%`);
  if (table?.home === 52) return void style('result').then(() => put(cards, fans(table.base)));
  const frame = frameOf({ width: mini.clientWidth, height: mini.clientHeight }, variant, { mini: true });
  const plan = planOf(frame, variant, table?.piles ?? backs(variant));
  mini.style.setProperty('--w', `${frame.w}px`);
  mini.style.setProperty('--h', `${frame.h}px`);
  put(cards, ...plan.slots.map(({ x, y }) => at(h('div', { class: 'slot' }), x, y)), ...plan.spots.map(small));
}

/** @param {import('./board/layout.js').Spot} spot */
function small({ card, x, y, strip, covered, fanned }) {
  if (!card) return at(h('div', { class: 'card back' }), x, y);
  return at(h('div', { class: `${faceClass(card)}${covered ? ' covered' : ''}${fanned ? ' fanned' : ''}`, '--strip': strip }, ...faceMarks(card)), x, y);
}

/**
 * The dealt piles with every card face down.
 * @param {Variant} variant
 * @returns {import('./messages').Piles}
 */
function backs(variant) {
  const columns = variant.columns.map(({ down, up }, i) => [`T${i + 1}`, { down: down + up, up: [] }]);
  const reserve = variant.reserve ? [['R', { down: variant.reserve, up: [] }]] : [];
  return { F: {}, S: { down: variant.stock }, ...Object.fromEntries([...columns, ...reserve]) };
}
