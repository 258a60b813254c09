// @ts-check
/** Where everything lies on the mat: pure arithmetic on its size, the variant's shape and the piles (web.md, 7.3). */

import { SUITS } from '../cards.js';
import { pileOf } from '../table-state.js';
import { stripsOf, sum } from './strips.js';

/** @typedef {import('../messages').Variant} Variant */
/** @typedef {import('../messages').Piles} Piles */
/** @typedef {{width: number, height: number}} Size */

/**
 * @typedef {object} Frame the measures that hold for a size and a variant
 * @property {'phone' | 'rails' | 'desk' | 'mini'} mode
 * @property {number} w card width
 * @property {number} h card height
 * @property {number} gap between piles
 * @property {number} x0 left edge of the first pile
 * @property {number} top of the first row
 * @property {number} y0 top of the columns
 * @property {number} foot free space kept under the columns
 * @property {number} height of the mat
 * @property {number} across how many piles side by side
 * @property {number} gutter before the last pile
 * @property {boolean} mirror
 */

/** @typedef {{key: string, card: string | null, pile: string, index: number, x: number, y: number, strip: number, covered: boolean, fanned: boolean, thin: boolean}} Spot */
/** @typedef {{id: string, pile: string, x: number, y: number}} Slot */
/** @typedef {{pile: string, x: number, y: number, w: number, h: number, tops: number[]}} Area where a tap or a drop means that pile */
/** @typedef {{spots: Spot[], slots: Slot[], areas: Area[], ends: Record<string, number>}} Plan */

const WASTE_SHOWN = 3;
const READABLE = 22;

/**
 * The measures of a mat.
 * @param {Size} size
 * @param {Variant} variant
 * @param {{mini?: boolean, mirror?: boolean, head?: number}} [wish]
 * @returns {Frame}
 */
export function frameOf(size, variant, wish = {}) {
  const mode = modeOf(size, wish.mini ?? false);
  const across = acrossOf(variant, mode);
  const top = topOf(mode, size, wish.head);
  const gutter = variant.reserve && mode === 'desk' ? 0.7 : 0;
  const w = widthOf(mode, size, across, top, gutter);
  const h = Math.round(w * { phone: variant.reserve ? 1.4 : 1.5, rails: 1.4, desk: 1.4, mini: 1.32 }[mode]);
  const gap = gapOf(mode, size, w, across);
  const used = across * w + (across - 1) * gap + gutter * w;
  const row = { phone: 18, rails: 0, desk: 30, mini: h * 0.16 }[mode];
  return {
    mode, w, h, gap, top, across, gutter: gutter * w, height: size.height, mirror: wish.mirror ?? false,
    x0: Math.round((size.width - used) / 2),
    y0: mode === 'rails' ? top : top + h + row,
    foot: { phone: 44, rails: 10, desk: 48, mini: 8 }[mode],
  };
}

/**
 * Where each card, slot and tap area is.
 * @param {Frame} frame
 * @param {Variant} variant
 * @param {Piles} piles
 * @param {(pile: string) => number[]} readable how many cards from the end of a pile must stay readable
 * @returns {Plan}
 */
export function planOf(frame, variant, piles, readable = () => []) {
  /** @type {Plan} */
  const plan = { spots: [], slots: [], areas: [], ends: {} };
  placeFoundations(plan, frame, piles);
  placeStock(plan, frame, piles);
  if (piles.W) placeWaste(plan, frame, variant, piles);
  if (piles.R) placeColumn(plan, frame, 'R', reserveColumn(frame, variant), piles, readable);
  variant.columns.forEach((_, i) => placeColumn(plan, frame, `T${i + 1}`, columnPlace(frame, variant, i), piles, readable));
  return plan;
}

/**
 * @param {Size} size
 * @param {boolean} mini
 */
function modeOf(size, mini) {
  if (mini) return 'mini';
  if (size.width > 1.5 * size.height && size.height < 420) return 'rails';
  return size.width < 600 ? 'phone' : 'desk';
}

/**
 * @param {Variant} variant
 * @param {Frame['mode']} mode
 */
function acrossOf(variant, mode) {
  const columns = variant.columns.length + (variant.reserve ? 1 : 0);
  if (mode === 'rails') return columns + 2;
  if (mode === 'mini') return Math.max(7, columns);
  return variant.reserve ? Math.max(5, columns + 1) : Math.max(7, columns);
}

/**
 * @param {Frame['mode']} mode
 * @param {Size} size
 * @param {number} [head]
 */
function topOf(mode, size, head) {
  if (mode === 'mini') return size.width < 150 ? 8 : 16;
  return head ?? { phone: 38, rails: 34, desk: 44 }[mode];
}

/**
 * @param {Frame['mode']} mode
 * @param {Size} size
 * @param {number} across
 * @param {number} top
 * @param {number} gutter
 */
function widthOf(mode, size, across, top, gutter) {
  const { width, height } = size;
  if (mode === 'mini') return Math.min((width - 2 * top) / (across + (across - 1) * 0.14), (height - 2 * top) / (1.32 * 2.9));
  if (mode === 'phone') return Math.floor(Math.min((width - (across > 5 ? 12 : 16)) / (across + (across - 1) * (across > 5 ? 0.08 : 0.1)), 84));
  if (mode === 'rails') return Math.floor(Math.min((width - 16) / (across + (across - 1) * 0.08), (height - 40) / 4.9));
  const tall = gutter ? 3.7 : 4.05;
  return Math.floor(Math.min((width - 44) / (across + (across - 1) * 0.17 + gutter), (height - top) / (1.4 * tall), 124));
}

/**
 * @param {Frame['mode']} mode
 * @param {Size} size
 * @param {number} w
 * @param {number} across
 */
function gapOf(mode, size, w, across) {
  if (mode === 'mini') return w * 0.14;
  if (mode === 'desk') return Math.round(w * 0.17);
  const pad = mode === 'phone' && across > 5 ? 12 : 16;
  return Math.min(Math.floor((size.width - pad - across * w) / (across - 1)), Math.ceil(w * 0.35));
}

/**
 * The left edge of the i-th pile from the left.
 * @param {Frame} frame
 * @param {number} i
 */
function xOf(frame, i) {
  const { across, mirror, w, gap, gutter, x0 } = frame;
  const at = mirror ? across - 1 - i : i;
  const pushed = mirror ? at > 0 : at === across - 1;
  return x0 + at * (w + gap) + (pushed ? gutter : 0);
}

/**
 * @param {Plan} plan
 * @param {Frame} frame
 * @param {Piles} piles
 */
function placeFoundations(plan, frame, piles) {
  const rail = frame.mode === 'rails';
  const step = Math.min(frame.h + 4, (frame.height - frame.top - 8 - frame.h) / 3);
  SUITS.forEach((suit, i) => {
    const x = xOf(frame, rail ? 0 : i), y = rail ? frame.top + i * step : frame.top;
    plan.slots.push({ id: `F${suit}`, pile: 'F', x, y });
    plan.areas.push({ pile: 'F', x, y, w: frame.w, h: rail ? Math.min(step, frame.h) : frame.h, tops: [y] });
    const card = piles.F[suit];
    if (card) plan.spots.push({ ...single(frame, card, 'F', x, y), index: i });
  });
}

/**
 * @param {Plan} plan
 * @param {Frame} frame
 * @param {Piles} piles
 */
function placeStock(plan, frame, piles) {
  const x = xOf(frame, frame.across - 1), y = frame.top;
  plan.slots.push({ id: 'S', pile: 'S', x, y });
  plan.areas.push({ pile: 'S', x, y, w: frame.w, h: frame.h, tops: [y] });
  if (pileOf(piles, 'S').down) plan.spots.push({ ...single(frame, null, 'S', x, y), key: 'S#' });
}

/**
 * @param {Plan} plan
 * @param {Frame} frame
 * @param {Variant} variant
 * @param {Piles} piles
 */
function placeWaste(plan, frame, variant, piles) {
  const downwards = frame.mode === 'rails' || (variant.reserve > 0 && frame.mode !== 'mini');
  const up = pileOf(piles, 'W').up ?? [], first = Math.max(0, up.length - WASTE_SHOWN - 1);
  const at = wastePlace(frame, downwards);
  plan.slots.push({ id: 'W', pile: 'W', ...at });
  const strip = topStrip(frame), step = downwards ? Math.max(READABLE, strip) : frame.w * (frame.mode === 'phone' ? 0.36 : 0.34);
  const side = frame.mirror ? 1 : -1, fan = Math.min(WASTE_SHOWN, Math.max(1, up.length)) - 1;
  const spots = up.slice(first).map((card, i) => {
    const last = i + first === up.length - 1, back = Math.min(fan, up.length - 1 - (i + first));
    const spot = single(frame, card, 'W', at.x, at.y);
    const shift = downwards ? { y: at.y + (fan - back) * step } : { x: at.x + side * back * step };
    return { ...spot, ...shift, index: i + first, covered: !last && downwards, fanned: !last && !downwards };
  });
  plan.spots.push(...spots);
  plan.areas.push(wasteArea(frame, at, spots, downwards ? 0 : fan * step));
  plan.ends.W = at.y + (downwards ? fan * step : 0) + frame.h;
}

/**
 * @param {Frame} frame
 * @param {boolean} downwards
 */
function wastePlace(frame, downwards) {
  if (!downwards) return { x: xOf(frame, frame.across - 2), y: frame.top };
  return { x: xOf(frame, frame.across - 1), y: frame.mode === 'rails' ? frame.top + frame.h + 20 : frame.y0 };
}

/**
 * @param {Frame} frame
 * @param {{x: number, y: number}} at
 * @param {Spot[]} spots
 * @param {number} wide how far the fan reaches sideways
 * @returns {Area}
 */
function wasteArea(frame, at, spots, wide) {
  const bottom = Math.max(at.y, ...spots.map((spot) => spot.y)) + frame.h;
  return { pile: 'W', x: frame.mirror ? at.x : at.x - wide, y: at.y, w: frame.w + wide, h: bottom - at.y, tops: spots.map((spot) => spot.y) };
}

/**
 * @param {Frame} frame
 * @param {Variant} variant
 */
function reserveColumn(frame, variant) {
  return xOf(frame, frame.mode === 'rails' ? 1 : 0);
}

/**
 * @param {Frame} frame
 * @param {Variant} variant
 * @param {number} i
 */
function columnPlace(frame, variant, i) {
  const before = (frame.mode === 'rails' ? 1 : 0) + (variant.reserve ? (frame.mode === 'mini' ? 2 : 1) : 0);
  return xOf(frame, before + i);
}

/**
 * @param {Plan} plan
 * @param {Frame} frame
 * @param {string} pile
 * @param {number} x
 * @param {Piles} piles
 * @param {(pile: string) => number[]} readable
 */
function placeColumn(plan, frame, pile, x, piles, readable) {
  const { down = 0, up = [] } = pileOf(piles, pile), y0 = frame.y0, n = down + up.length;
  plan.slots.push({ id: pile, pile, x, y: y0 });
  const strips = columnStrips(frame, pile, down, up.length, readable(pile).map((lift) => n - lift));
  const tops = strips.map((_, i) => y0 + sum(strips.slice(0, i)));
  const cards = [...Array(down).fill(null), ...up];
  plan.spots.push(...cards.map((card, i) => columnSpot(frame, pile, cards, i, strips, x, tops[i])));
  plan.areas.push({ pile, x: x - frame.gap / 2, y: y0 - frame.gap / 2, w: frame.w + frame.gap, h: frame.height - y0 + frame.gap / 2, tops: tops.length ? tops : [y0] });
  plan.ends[pile] = (tops.at(-1) ?? y0) + frame.h;
}

/**
 * @param {Frame} frame
 * @param {string} pile
 * @param {number} down
 * @param {number} up
 * @param {number[]} keep
 */
function columnStrips(frame, pile, down, up, keep) {
  const faces = [...Array(down).fill(false), ...Array(up).fill(true)];
  if (!faces.length) return [];
  const room = frame.height - frame.y0 - frame.foot - (pile === 'R' ? 20 : 0);
  if (frame.mode !== 'mini') return stripsOf(faces, frame.h, room, frame.mode === 'phone', keep);
  const step = Math.min(...[frame.h * (up ? 0.3 : 0.16), (room - frame.h) / Math.max(1, faces.length - 1)]);
  return faces.map((_, i) => (i < faces.length - 1 ? step : frame.h));
}

/**
 * @param {Frame} frame
 * @param {string} pile
 * @param {(string | null)[]} cards
 * @param {number} i
 * @param {number[]} strips
 * @param {number} x
 * @param {number} y
 * @returns {Spot}
 */
function columnSpot(frame, pile, cards, i, strips, x, y) {
  const last = i === cards.length - 1;
  const strip = last ? lastStrip(frame, i > 0 && cards[i - 1] !== null ? strips[i - 1] : 0) : strips[i];
  return { key: cards[i] ?? `${pile}#${i}`, card: cards[i], pile, index: i, x, y, strip, covered: !last, fanned: false, thin: !last && strips[i] < 12 };
}

/**
 * The head of an uncovered card follows that of the card above, so that ranks keep one size.
 * @param {Frame} frame
 * @param {number} above
 */
function lastStrip(frame, above) {
  return above ? Math.max(24, above) : Math.max(26, frame.h * (frame.mode === 'phone' ? 0.41 : 0.28));
}

/** @param {Frame} frame */
const topStrip = (frame) => (frame.mode === 'mini' ? frame.h * 0.3 : Math.max(22, frame.h * 0.28));

/**
 * @param {Frame} frame
 * @param {string | null} card
 * @param {string} pile
 * @param {number} x
 * @param {number} y
 * @returns {Spot}
 */
function single(frame, card, pile, x, y) {
  return { key: card ?? `${pile}#0`, card, pile, index: 0, x, y, strip: topStrip(frame), covered: false, fanned: false, thin: false };
}
