// @ts-check
/** Motion: cards travel, turn and shake; with reduced motion nothing travels (web.md, 7.5). */

import { settings } from '../settings.js';

const EASE = 'cubic-bezier(.2,.8,.2,1)';
const PLACE = 160;
const FLIP = 140;
const DEAL = 140;
const STAGGER = 45;

/** How much shorter motion is when it is wanted fast. */
const FAST = 0.56;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @type {Set<Animation>} */
const running = new Set();

/** Ends what still moves, so that new input never waits. */
export function settle() {
  for (const animation of running) animation.finish();
  running.clear();
}

/**
 * Lets a card come from where it was; it lies above the others until it has arrived.
 * @param {HTMLElement} node already at its new place
 * @param {number} dx
 * @param {number} dy
 */
export function travel(node, dx, dy) {
  raise(node, play(node, [{ translate: `${dx}px ${dy}px` }, { translate: '0 0' }], { duration: PLACE }));
}

/**
 * Turns a card up after the one above it has left.
 * @param {HTMLElement} node
 * @param {boolean} waits
 */
export function flip(node, waits) {
  play(node, [{ scale: '0 1' }, { scale: '1 1' }], { duration: FLIP, delay: waits ? PLACE / 2 : 0 });
}

/**
 * Deals the i-th card of a turn.
 * @param {HTMLElement} node
 * @param {number} dx
 * @param {number} dy
 * @param {number} i
 */
export function dealt(node, dx, dy, i) {
  const frames = [{ translate: `${dx}px ${dy}px`, scale: '0 1' }, { scale: '1 1', offset: 0.6 }, { translate: '0 0', scale: '1 1' }];
  raise(node, play(node, frames, { duration: DEAL, delay: i * STAGGER }));
}

/**
 * Shakes what cannot be picked up.
 * @param {Element} node
 */
export function shake(node) {
  play(node, [0, -3, 3, -2, 0].map((x) => ({ translate: `${x}px 0` })), { duration: 160 });
}

/** Whether nothing may travel. */
export const isStill = () => still.matches || settings.animation === 'off';

/**
 * @param {Element} node
 * @param {Keyframe[]} frames
 * @param {{duration: number, delay?: number}} timing
 * @returns {Animation | null}
 */
function play(node, frames, timing) {
  if (isStill()) return null;
  const pace = settings.animation === 'fast' ? FAST : 1, { duration, delay = 0 } = timing;
  const animation = node.animate(frames, { easing: EASE, fill: 'backwards', duration: duration * pace, delay: delay * pace });
  running.add(animation);
  animation.addEventListener('finish', () => running.delete(animation));
  return animation;
}

/**
 * @param {HTMLElement} node
 * @param {Animation | null} animation
 */
function raise(node, animation) {
  if (!animation) return;
  node.classList.add('moving');
  animation.addEventListener('finish', () => node.classList.remove('moving'));
}
