// @ts-check
/** How much of each card of a column shows: squeezed, then folded, then scaled until it fits (web.md, 7.3). */

const KEEP_LAST = 5;
const LEAST_FACE = 16;
const LEAST_BACK = 4;
const FOLDED = 7;
const READABLE = 22;

/**
 * The visible strip of each card of a column: squeezed, then folded, then scaled until it fits.
 * @param {boolean[]} faces whether each card is face up
 * @param {number} h card height
 * @param {number} room height for the whole column
 * @param {boolean} phone
 * @param {number[]} keep indices that must stay readable
 * @returns {number[]}
 */
export function stripsOf(faces, h, room, phone, keep) {
  const body = faces.slice(0, -1), backs = body.filter((face) => !face).length, fronts = body.length - backs;
  const wish = { back: Math.max(phone ? 8 : 9, h * 0.13), face: Math.max(phone ? 24 : 26, h * (phone ? 0.41 : 0.28)) };
  const space = room - h;
  const back = squeezed(wish.back, LEAST_BACK, space - fronts * wish.face, backs);
  const face = squeezed(wish.face, LEAST_FACE, space - backs * back, fronts);
  const plain = body.map((up) => (up ? face : back));
  if (sum(plain) <= space + 0.5) return [...plain, h];
  return [...folded(body, back, space, (i) => isKept(i, faces.length, backs, keep)), h];
}

/**
 * @param {number} wish
 * @param {number} least
 * @param {number} space
 * @param {number} n
 */
const squeezed = (wish, least, space, n) => (n ? Math.max(least, Math.min(wish, space / n)) : wish);

/**
 * Keeps the strips that matter readable and folds the rest; scales all when even that is too long.
 * @param {boolean[]} body
 * @param {number} back
 * @param {number} space
 * @param {(i: number) => boolean} kept
 */
function folded(body, back, space, kept) {
  const backs = body.filter((up) => !up).length * back;
  const big = body.filter((up, i) => up && kept(i)).length, small = body.filter((up, i) => up && !kept(i)).length;
  const fold = Math.max(FOLDED, (space - backs - big * READABLE) / Math.max(1, small));
  const clear = squeezed(READABLE, LEAST_FACE, space - backs - small * fold, big);
  const strips = body.map((up, i) => (up ? (kept(i) ? clear : fold) : back));
  const scale = Math.min(1, space / sum(strips));
  return strips.map((strip) => strip * scale);
}

/**
 * @param {number} i
 * @param {number} n
 * @param {number} firstFace
 * @param {number[]} keep
 */
const isKept = (i, n, firstFace, keep) => keep.includes(i) || i >= n - KEEP_LAST || i === firstFace;

/** @param {number[]} numbers */
export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
