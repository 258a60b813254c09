// @ts-check
/** The line under a replay: cards home over the plies, with marks for what happened. */

import { s } from './html.js';

/** @typedef {import('./messages').Frame} Frame */

const THINK = 10000;
const DENSE = 4;

/**
 * Draws the strip for a width and a height; the played part is filled.
 * @param {Frame[]} frames
 * @param {number} ply
 * @param {{width: number, height: number}} size
 * @returns {SVGSVGElement}
 */
export function strip(frames, ply, { width, height }) {
  const last = Math.max(1, frames.length - 1), base = height - 16;
  const x = (/** @type {number} */ n) => (n / last) * width, y = (/** @type {number} */ home) => 6 + (base - 6) * (1 - home / 52);
  const line = steps(frames, x, y);
  return s('svg', { viewBox: `0 0 ${width} ${height}`, class: 'strip', 'aria-hidden': 'true' },
    s('path', { class: 'grid', d: `M0 ${y(0)}H${width}M0 ${y(52)}H${width}` }),
    s('path', { class: 'played', d: `${steps(frames.slice(0, ply + 1), x, y)}V${y(0)}H0Z` }),
    ...thinks(frames).map((n) => s('path', { class: 'think', d: `M${x(n) - 1.5} 6V${base}M${x(n) + 1.5} 6V${base}` })),
    s('path', { class: 'line', d: line }), ...marks(frames, x, base + 8),
    s('path', { class: 'cursor', d: `M${x(ply)} 0V${height}` }), s('circle', { class: 'dot', cx: x(ply), cy: y(frames[ply].home), r: 4 }));
}

/**
 * @param {Frame[]} frames
 * @param {(n: number) => number} x
 * @param {(home: number) => number} y
 */
const steps = (frames, x, y) => frames.map(({ home }, i) => (i ? `H${x(i).toFixed(1)}V${y(home).toFixed(1)}` : `M0 ${y(home).toFixed(1)}`)).join('');

/** @param {Frame[]} frames */
const thinks = (frames) => frames.flatMap((frame, i) => (i && frame.at_ms - frames[i - 1].at_ms > THINK ? [i] : []));

/**
 * One mark for each kind of event; where they are dense the later of a kind is left out.
 * @param {Frame[]} frames
 * @param {(n: number) => number} x
 * @param {number} y
 */
function marks(frames, x, y) {
  /** @type {Record<string, number>} */
  const lastAt = {};
  return frames.flatMap((frame, i) => {
    const kind = kindOf(frame), at = x(i);
    if (!kind || at - (lastAt[kind] ?? -DENSE * 2) < DENSE) return [];
    lastAt[kind] = at;
    return [s('path', { class: `mark ${kind}`, d: SHAPES[kind], transform: `translate(${at.toFixed(1)} ${y})` })];
  });
}

/** @type {Record<string, string>} */
const SHAPES = { home: 'M0-3.4l3 6h-6Z', revealed: 'M-2.6 0a2.6 2.6 0 1 0 5.2 0 2.6 2.6 0 1 0-5.2 0', redealt: 'M0-3.6 3.6 0 0 3.6-3.6 0Z', undone: 'M-3-3l6 6m0-6l-6 6' };

/** @param {Frame} frame */
function kindOf({ move, events }) {
  if (move === 'U') return 'undone';
  if (events.some((event) => event.event === 'redealt')) return 'redealt';
  if (events.some((event) => event.event === 'moved' && event.to === 'F')) return 'home';
  return events.some((event) => event.event === 'revealed') ? 'revealed' : '';
}
