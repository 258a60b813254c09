// @ts-check
/** How fast a replay runs, and its keys. */

import { settings } from './settings.js';

/** @typedef {{key: string, rate: number}} Pace rate 0 is one move at a time, evenly */

const EVEN = 600;
const LONGEST_PAUSE = 3000;

/** From slow to fast; the last is what it begins with. @type {Pace[]} */
export const PACES = [{ key: 'half', rate: 0.5 }, { key: 'real', rate: 1 }, { key: 'double', rate: 2 }, { key: 'four', rate: 4 }, { key: 'even', rate: 0 }];

/**
 * How long to wait for a move that took so long.
 * @param {Pace} pace
 * @param {number} tookMs
 * @param {boolean} shortens whether long thinking is cut
 */
export const paceAt = ({ rate }, tookMs, shortens) => (rate ? (shortens ? Math.min(LONGEST_PAUSE, tookMs) : tookMs) / rate : EVEN);

/**
 * @typedef {object} Played what the keys act on
 * @property {number} last
 * @property {(ply: number) => void} jump
 * @property {(by: number) => void} step
 * @property {() => void} toggle
 * @property {(by: number) => void} changePace
 * @property {Record<string, () => void>} letters
 */

/** @param {Played} viewer */
export function listenReplayKeys(viewer) {
  document.addEventListener('keydown', (event) => {
    const act = actOf(viewer, event);
    if (!act || event.ctrlKey || event.metaKey || event.altKey || isTheirs(event)) return;
    event.preventDefault();
    act();
  });
}

/**
 * @param {Played} viewer
 * @param {KeyboardEvent} event
 * @returns {(() => void) | undefined}
 */
function actOf(viewer, { key, shiftKey }) {
  const far = shiftKey ? 10 : 1;
  const moving = {
    ArrowLeft: () => viewer.step(-far), ArrowRight: () => viewer.step(far), ' ': () => viewer.toggle(),
    Home: () => viewer.jump(0), End: () => viewer.jump(viewer.last),
  }[key];
  if (moving || !settings.letters) return moving;
  return { ',': () => viewer.changePace(-1), '.': () => viewer.changePace(1), ...viewer.letters }[key.toLowerCase()];
}

/** Keys that a control has a use for stay its own. @param {KeyboardEvent} event */
function isTheirs({ key, shiftKey, target }) {
  if (!(target instanceof Element)) return false;
  if (target.closest('dialog, select, input:not([type=range], [type=checkbox])')) return true;
  if (target.closest('[type=range]')) return !shiftKey && key.length > 1;
  return key === ' ' && target.closest('a, button, input') !== null;
}
