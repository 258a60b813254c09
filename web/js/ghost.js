// @ts-check
/** Two runs of one deal: where the other was at the same time or move, and where they first differ. */

/** @typedef {import('./messages').Frame} Frame */
/** @typedef {import('./messages').Replay} Replay */
/** @typedef {'time' | 'move'} Sync */

/**
 * Whether two runs were dealt the same cards: by the name of the game, else by the cards that lay open at first.
 * @param {Replay} one
 * @param {Replay} other
 */
export function sameDeal(one, other) {
  const [a, b] = [one.attempt, other.attempt];
  if (a.variant !== b.variant) return false;
  if (a.game && b.game) return a.game === b.game;
  return JSON.stringify(one.frames[0].piles) === JSON.stringify(other.frames[0].piles);
}

/**
 * The other's frame at the same time or after as many moves; their last once they have ended.
 * @param {Frame[]} frames
 * @param {{ply: number, ms: number}} at
 * @param {Sync} sync
 */
export function ghostPly(frames, { ply, ms }, sync) {
  if (sync === 'move') return Math.min(ply, frames.length - 1);
  return Math.max(0, frames.filter((frame) => frame.at_ms <= ms).length - 1);
}

/**
 * The frame numbers of the first moves in which two runs differ, moves taken back left out; null when they do not.
 * A run that stops where the other goes on differs there; its number is then that of its last frame.
 * @param {Frame[]} mine
 * @param {Frame[]} theirs
 * @returns {{mine: number, theirs: number} | null}
 */
export function firstDifferent(mine, theirs) {
  const a = standing(mine), b = standing(theirs);
  const at = Array.from({ length: Math.max(a.length, b.length) }).findIndex((_, i) => mine[a[i]]?.move !== theirs[b[i]]?.move);
  return at < 0 ? null : { mine: a[at] ?? mine.length - 1, theirs: b[at] ?? theirs.length - 1 };
}

/**
 * The number in a pasted link to a replay, or a number alone.
 * @param {string} text
 * @returns {string | null}
 */
export const runOf = (text) => /(?:^|\/replay\/)(\d{1,18})(?:[?#].*)?$/.exec(text.trim())?.[1] ?? null;

/** The numbers of the moves that were never taken back. @param {Frame[]} frames */
const standing = (frames) => frames.flatMap((frame, i) => (i && !isPast(frame) ? [i] : []));

/** Whether a frame is a move taken back, or the taking back. @param {Frame} frame */
export const isPast = (frame) => frame.undone || frame.move === 'U';
