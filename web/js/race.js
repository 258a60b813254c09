// @ts-check
/** Another's run of a final game as the pace to beat: begins such a race, and tells where the ghost is. */

import { ensurePlayer, get, post } from './api.js';
import { homeAt } from './rivals.js';

/** @typedef {import('./messages').Attempt} Attempt */
/** @typedef {import('./messages').Replay} Replay */

/**
 * Deals a final game for practice and goes to its table, with a run as the pace line.
 * @param {string} game `2026-11-30/kansas`
 * @param {number} ghost the attempt to race
 */
export async function race(game, ghost) {
  await ensurePlayer();
  /** @type {Attempt} */
  const attempt = await post(`/api/practice/${game.split('/')[1]}`, { game });
  location.assign(`/play/${attempt.id}?ghost=${ghost}`);
}

/** What `Rivals` is to a day's game: someone at your elapsed time. */
export class Ghost {
  /** @param {Replay} run */
  constructor({ attempt, frames }) {
    this.name = attempt.player;
    /** @type {import('./rivals.js').Place | null} nobody ranks in practice */
    this.place = null;
    /** @type {[number, number][]} */
    this.steps = frames.map((frame) => [frame.at_ms, frame.home]);
  }

  /** @param {number} elapsedMs */
  at(elapsedMs) {
    return { name: this.name, home: homeAt(this.steps, elapsedMs), at: elapsedMs };
  }

  leave() {}
}

/**
 * The ghost of an attempt; null when it is of another game, or not to be seen.
 * @param {string} id
 * @param {string} game the one that is played
 * @returns {Promise<Ghost | null>}
 */
export async function ghostFor(id, game) {
  /** @type {Replay | null} */
  const run = await get(`/api/attempts/${encodeURIComponent(id)}/replay`).catch(() => null);
  return run?.attempt.game === game ? new Ghost(run) : null;
}
