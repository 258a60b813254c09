// @ts-check
/** What lies on the mat beside cards: captions, the frames of places a held card may go to. */

import { movesOf, rankText, stockMove, suitOf, transfers } from '../cards.js';
import { board as words } from '../copy.js';
import { h } from '../html.js';
import { icon, mark } from '../icons.js';
import { pileOf } from '../table-state.js';

/**
 * @typedef {object} Scene
 * @property {import('./layout.js').Frame} frame
 * @property {import('./layout.js').Plan} plan
 * @property {import('./view.js').Picture} picture
 * @property {import('../messages').Variant} variant
 */

/**
 * Lays something at a place of the mat.
 * @template {HTMLElement} Kind
 * @param {Kind} node
 * @param {number} x
 * @param {number} y
 * @returns {Kind}
 */
export function at(node, x, y) {
  node.style.setProperty('--x', `${x.toFixed(1)}px`);
  node.style.setProperty('--y', `${y.toFixed(1)}px`);
  return node;
}

/**
 * The words under piles: base rank, pass, reserve, waste.
 * @param {Scene} scene
 */
export function captions({ frame, plan, picture, variant }) {
  const { piles, pass, base } = picture, under = frame.top + frame.h, above = frame.mode !== 'rails' && frame.mode !== 'mini';
  const reserve = pileOf(piles, 'R'), turned = pileOf(piles, 'W').up?.length ?? 0, set = variant.reserve;
  const place = (/** @type {string} */ id) => plan.slots.find((slot) => slot.id === id);
  return [
    above && base !== 'A' && caption(words.upFrom(rankText(base)), place('FS'), under),
    pass && frame.mode !== 'mini' && caption(frame.mode === 'phone' ? words.passShort(pass) : words.pass(pass), place('S'), under),
    set > 0 && caption(words.reserveCount((reserve.down ?? 0) + (reserve.up?.length ?? 0), frame.mode === 'desk' ? set : null), place('R'), plan.ends.R),
    set > 0 && above && turned > 0 && caption(words.wasteCount(turned), place('W'), plan.ends.W),
  ];
}

/**
 * The dashed frames: where the held cards may go, or the stock when nothing else can be done.
 * @param {Scene} scene
 */
export function targets(scene) {
  const { legal, held } = scene.picture;
  if (held) return movesOf(legal, held).map((move) => target(move.to, scene));
  return stockMove(legal) && !transfers(legal).length ? [target('S', scene)] : [];
}

/**
 * @param {string} pile
 * @param {Scene} scene
 */
function target(pile, { frame, plan, picture }) {
  const up = picture.held ? pileOf(picture.piles, picture.held.pile).up ?? [] : [], top = up.at(-1);
  const id = pile === 'F' && top ? `F${suitOf(top)}` : pile, column = pile.startsWith('T');
  const slot = plan.slots.find((one) => one.id === id) ?? { x: 0, y: 0 };
  const node = h('div', { class: 'target', 'data-target': pile }, column && h('i', {}, icon('drop')));
  node.style.height = `${frame.h + (column ? 34 : 0)}px`;
  return at(node, slot.x, column ? plan.ends[pile] - frame.h : slot.y);
}

/**
 * What an empty foundation shows: the suit, and the rank it begins with.
 * @param {string} suit
 * @param {string} base
 */
export function foundationMarks(suit, base) {
  return base === 'A' ? [mark(suit, 'sign')] : [h('b', {}, rankText(base)), mark(suit, 'sign small')];
}

/**
 * @param {string} text
 * @param {{x: number} | undefined} place
 * @param {number} y
 */
const caption = (text, place, y) => at(h('span', { class: 'caption' }, text), place?.x ?? 0, y);
