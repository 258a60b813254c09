// @ts-check
/** The elements of cards and slots: how they are made, and what a card of a picture wears. */

import { cardLabel, stockLabel } from './a11y.js';
import { faceClass, faceMarks } from '../cards.js';
import { h, put } from '../html.js';
import { pileOf } from '../table-state.js';

/** @typedef {import('./layout.js').Spot} Spot */
/** @typedef {import('./view.js').Picture} Picture */
/** @typedef {import('../messages').Variant} Variant */

/**
 * The place of a pile; a button where a card can be put or turned.
 * @param {string} id
 * @param {string} pile
 * @param {Variant} variant
 * @param {boolean} acts whether the player may do anything
 */
export function makeSlot(id, pile, variant, acts) {
  const slot = acts && id !== 'W' && id !== 'R' ? h('button', { type: 'button', tabindex: -1 }) : h('div', { role: 'img' });
  slot.className = 'slot';
  slot.dataset.slot = id;
  slot.dataset.pile = pile;
  if (pile.startsWith('T')) put(slot, h('span', { class: 'space' }, variant.space));
  return slot;
}

/**
 * A card; face down it is only a picture, but for the stock.
 * @param {Spot} spot
 * @param {boolean} acts
 */
export function makeCard(spot, acts) {
  const shown = spot.card || spot.pile === 'S';
  const node = acts && shown ? h('button', { type: 'button', tabindex: -1 }) : h('div', shown ? { role: 'img' } : { 'aria-hidden': 'true' });
  node.className = 'card back';
  if (spot.card) {
    node.dataset.card = spot.card;
    put(node, ...faceMarks(spot.card));
  }
  return node;
}

/**
 * @param {HTMLElement} node
 * @param {Spot} spot
 * @param {Picture} picture
 * @param {boolean} held
 */
export function dressFace(node, spot, picture, held) {
  node.className = faceClass(/** @type {string} */ (spot.card));
  node.classList.toggle('covered', spot.covered);
  node.classList.toggle('fanned', spot.fanned);
  node.classList.toggle('thin', spot.thin);
  node.classList.toggle('held', held);
  node.setAttribute('aria-label', cardLabel(spot, picture));
  if (node instanceof HTMLButtonElement) node.setAttribute('aria-pressed', String(held));
}

/**
 * @param {HTMLElement} node
 * @param {Spot} spot
 * @param {Picture} picture
 * @param {Variant} variant
 */
export function dressBack(node, spot, picture, variant) {
  if (spot.pile !== 'S') return;
  node.classList.toggle('busy', picture.busy);
  node.setAttribute('aria-label', stockLabel(picture, variant));
  put(node, h('span', { class: 'count' }, pileOf(picture.piles, 'S').down));
}

/**
 * What a node stands for, for as long as it lies there.
 * @param {HTMLElement} node
 */
export const keyOf = (node) => `${node.dataset.pile}/${node.dataset.card ?? node.dataset.slot ?? ''}`;

/** @param {string} key */
export const pileOfKey = (key) => key.split('/')[0];

/**
 * Takes a covered card away once the one that covers it has arrived.
 * @param {HTMLElement} node
 */
export function fade(node) {
  node.inert = true;
  node.style.zIndex = '0';
  node.animate([{}, {}], 200).finished.then(() => node.remove());
}
