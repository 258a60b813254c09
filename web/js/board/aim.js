// @ts-check
/** What a finger means: the lift under a tap, the pile under a drop (web.md, 6.3). */

/** @typedef {import('./layout.js').Area} Area */
/** @typedef {import('./layout.js').Plan} Plan */
/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/**
 * The lift a tap at height y means: the card itself when it can be lifted, else the nearest that can, if it is near.
 * @param {number[]} tops top edge of each card, first to last
 * @param {number} bottom lower edge of the last
 * @param {number[]} liftable indices that can be lifted
 * @param {number} y
 * @returns {number | null} the index, or null when nothing is near enough
 */
export function snap(tops, bottom, liftable, y) {
  const hit = tops.filter((top) => y >= top).length - 1;
  if (liftable.includes(hit) || !liftable.length) return liftable.length ? hit : null;
  const strip = tops.length > 1 ? (tops[tops.length - 1] - tops[0]) / (tops.length - 1) : bottom - tops[0];
  const ranked = liftable.map((i) => ({ i, away: distance(tops, bottom, i, y) })).sort((a, b) => a.away - b.away);
  return ranked.length === 1 || ranked[0].away <= 1.5 * strip ? ranked[0].i : null;
}

/**
 * The pile a held card belongs on: the one its area covers most, else the nearest within six tenths of a card.
 * @param {Area[]} areas of the piles it may go to
 * @param {Box} box of the held card
 * @returns {string | null}
 */
export function dropOn(areas, box) {
  const ranked = areas.map((area) => ({ area, covers: overlap(area, box), away: gapBetween(area, box) }));
  const most = ranked.filter((one) => one.covers > 0).sort((a, b) => b.covers - a.covers)[0];
  const near = ranked.filter((one) => one.away <= 0.6 * box.w).sort((a, b) => a.away - b.away)[0];
  return (most ?? near)?.area.pile ?? null;
}

/**
 * The area under a point.
 * @param {Plan} plan
 * @param {number} x
 * @param {number} y
 */
export const areaAt = (plan, x, y) => plan.areas.find((a) => x >= a.x && x < a.x + a.w && y >= a.y && y < a.y + a.h) ?? null;

/**
 * @param {number[]} tops
 * @param {number} bottom
 * @param {number} i
 * @param {number} y
 */
function distance(tops, bottom, i, y) {
  const end = tops[i + 1] ?? bottom;
  return y < tops[i] ? tops[i] - y : Math.max(0, y - end);
}

/**
 * @param {Box} a
 * @param {Box} b
 */
function overlap(a, b) {
  return Math.max(0, -apart(a.x, a.w, b.x, b.w)) * Math.max(0, -apart(a.y, a.h, b.y, b.h));
}

/**
 * @param {Box} a
 * @param {Box} b
 */
function gapBetween(a, b) {
  return Math.hypot(Math.max(0, apart(a.x, a.w, b.x, b.w)), Math.max(0, apart(a.y, a.h, b.y, b.h)));
}

/**
 * The distance between two stretches; negative when they share some.
 * @param {number} a @param {number} aLong @param {number} b @param {number} bLong
 */
const apart = (a, aLong, b, bLong) => Math.max(a, b) - Math.min(a + aLong, b + bLong);
