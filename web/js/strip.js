// @ts-check
/** The line under a replay: cards home over the plies, with marks for what happened. */

import { put, s } from './html.js';

/** @typedef {import('./messages').Frame} Frame */
/** @typedef {{frames: Frame[], ghost: number[] | null, differs: number | null}} Drawn `ghost` is the other's cards home at each of our plies */

const THINK = 10000;
const DENSE = 4;
const TOP = 6;
const FOOT = 16;

/** One strip; what does not move is drawn once for each size. */
export class Strip {
  constructor() {
    this.still = s('g');
    this.played = s('path', { class: 'played' });
    this.cursor = s('path', { class: 'cursor' });
    this.dot = s('circle', { class: 'dot', r: 4 });
    this.other = s('circle', { class: 'dot other', r: 4 });
    this.element = s('svg', { class: 'strip', 'aria-hidden': 'true' }, this.played, this.still, this.cursor, this.other, this.dot);
    this.width = 0;
    this.height = 0;
    /** @type {Drawn} */
    this.drawn = { frames: [], ghost: null, differs: null };
  }

  /**
   * Draws all but the place.
   * @param {Drawn} drawn
   * @param {{width: number, height: number}} size
   */
  draw(drawn, { width, height }) {
    this.drawn = drawn;
    this.width = width;
    this.height = height;
    const { frames, ghost, differs } = drawn, base = height - FOOT, x = (/** @type {number} */ n) => this._x(n), high = `${TOP}V${base}`;
    this.element.setAttribute('viewBox', `0 0 ${width} ${height}`);
    put(this.still,
      s('path', { class: 'grid', d: `M0 ${this._y(0)}H${width}M0 ${this._y(52)}H${width}` }),
      ...thinks(frames).map((n) => s('path', { class: 'think', d: `M${x(n) - 1.5} ${high}M${x(n) + 1.5} ${high}` })),
      ghost && s('path', { class: 'ghost', d: this._steps(ghost) }),
      s('path', { class: 'line', d: this._steps(frames.map((frame) => frame.home)) }),
      differs !== null && s('path', { class: 'differs', d: `M${x(differs)} ${high}` }), ...marks(frames, x, base + 8));
  }

  /**
   * Shows a place, and where the other is.
   * @param {number} ply
   * @param {number | null} ghostHome
   */
  at(ply, ghostHome) {
    const { frames } = this.drawn, x = this._x(ply).toFixed(1);
    this.played.setAttribute('d', `${this._steps(frames.slice(0, ply + 1).map((frame) => frame.home))}V${this._y(0)}H0Z`);
    this.cursor.setAttribute('d', `M${x} 0V${this.height}`);
    set(this.dot, x, this._y(frames[ply].home));
    this.other.classList.toggle('away', ghostHome === null);
    set(this.other, x, this._y(ghostHome ?? 0));
  }

  /** @param {number} n */
  _x(n) {
    return (n / Math.max(1, this.drawn.frames.length - 1)) * this.width;
  }

  /** @param {number} home */
  _y(home) {
    return TOP + (this.height - FOOT - TOP) * (1 - home / 52);
  }

  /** @param {number[]} homes */
  _steps(homes) {
    return homes.map((home, i) => (i ? `H${this._x(i).toFixed(1)}V${this._y(home).toFixed(1)}` : `M0 ${this._y(home).toFixed(1)}`)).join('');
  }
}

/**
 * What has a mark somewhere in a run.
 * @param {Frame[]} frames
 * @returns {Set<string>}
 */
export const marksIn = (frames) => new Set([...frames.map(kindOf), ...(thinks(frames).length ? ['think'] : [])]);

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

/**
 * @param {SVGElement} circle
 * @param {string} x
 * @param {number} y
 */
function set(circle, x, y) {
  circle.setAttribute('cx', x);
  circle.setAttribute('cy', y.toFixed(1));
}
