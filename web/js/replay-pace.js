// @ts-check
/** How fast a replay runs, and its keys. */

import { replay as words } from './copy.js';

/** @typedef {{key: string, words: string, rate: number}} Pace rate 0 is one move at a time, evenly */

const EVEN = 600;
const LONGEST_PAUSE = 3000;

/** @type {Pace[]} */
export const PACES = [
  { key: 'even', words: words.even, rate: 0 }, { key: 'real', words: words.real, rate: 1 },
  { key: 'double', words: words.double, rate: 2 }, { key: 'four', words: words.four, rate: 4 }, { key: 'half', words: words.half, rate: 0.5 },
];

/**
 * How long to wait for a move that took so long.
 * @param {Pace} pace
 * @param {number} tookMs
 */
export const paceAt = (pace, tookMs) => (pace.rate ? Math.min(LONGEST_PAUSE, tookMs) / pace.rate : EVEN);

/**
 * @typedef {object} Played what the keys act on
 * @property {number} last
 * @property {(ply: number, speaks: boolean) => void} show
 * @property {(by: number) => void} step
 * @property {() => void} toggle
 * @property {() => void} pause
 * @property {(by: number) => void} changePace
 * @property {() => Promise<void>} copyLink
 */

/** @param {Played} viewer */
export function listenReplayKeys(viewer) {
  document.addEventListener('keydown', (event) => {
    const act = actOf(viewer, event);
    if (!act || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
    event.preventDefault();
    act();
  });
}

/**
 * @param {Played} viewer
 * @param {KeyboardEvent} event
 * @returns {(() => void) | undefined}
 */
function actOf(viewer, event) {
  const far = event.shiftKey ? 10 : 1;
  return {
    ArrowLeft: () => viewer.step(-far), ArrowRight: () => viewer.step(far), ' ': () => viewer.toggle(),
    Home: () => { viewer.pause(); viewer.show(0, true); }, End: () => { viewer.pause(); viewer.show(viewer.last, true); },
    ',': () => viewer.changePace(-1), '.': () => viewer.changePace(1), c: () => void viewer.copyLink(),
  }[event.key];
}

/** Keys that a control has a use for stay its own. @param {EventTarget | null} target */
const isField = (target) => target instanceof Element && target.closest('input, select, button, a, ol') !== null;
