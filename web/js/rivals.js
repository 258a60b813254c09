// @ts-check
/** The others in a game while you play it: the leader at your elapsed time, your place so far. */

import { get } from './api.js';
import { listenLive } from './live.js';

/** @typedef {{name: string, home: number, at: number | null}} Rival `at` is their time in ms, null for a player of now */
/** @typedef {{rank: number, of: number}} Place */

/** Follows the others of one game until it is left. */
export class Rivals {
  /**
   * @param {string} game `2026-11-30/kansas`
   * @param {string | null} player our own name
   * @param {(rivals: Rivals) => void} changed
   */
  constructor(game, player, changed) {
    this.game = game;
    this.player = player;
    this.changed = changed;
    /** @type {Place | null} */
    this.place = null;
    /** @type {{name: string, steps: [number, number][]} | null} */
    this.leader = null;
    /** @type {Map<string, import('./messages').Going>} */
    this.playing = new Map();
    this.leave = listenLive(game, (message) => this._heard(message));
    void this._ask();
  }

  /**
   * The leader as they were after so many milliseconds; before anybody has finished, who is furthest now.
   * @param {number} elapsedMs
   * @returns {Rival | null}
   */
  at(elapsedMs) {
    if (this.leader) return { name: this.leader.name, home: homeAt(this.leader.steps, elapsedMs), at: elapsedMs };
    const others = [...this.playing.values()].filter((one) => one.player !== this.player);
    const first = others.sort((a, b) => b.home - a.home)[0];
    return first ? { name: first.player, home: first.home, at: null } : null;
  }

  /** @param {import('./messages').LiveMessage} message */
  _heard(message) {
    if (message.t === 'players') this.playing = new Map();
    if (message.t === 'players' || message.t === 'progress') for (const one of message.players) this.playing.set(one.player, one);
    if (message.t === 'place') this.place = message;
    if (message.t === 'result') this._finished(message.standings);
    this.changed(this);
  }

  /** @param {import('./messages').Scored[]} standings */
  _finished(standings) {
    for (const one of standings) this.playing.delete(one.player);
    if (standings.some((one) => one.rank === 1)) void this._ask();
  }

  /** Without an answer there is no leader to be seen; play goes on. */
  async _ask() {
    const [pace, board] = await Promise.all([get(`/api/games/${this.game}/pace`), get(`/api/games/${this.game}/leaderboard?limit=1`)]).catch(() => [null, null]);
    const first = board?.standings[0];
    if (first && pace.leader.length) this.leader = { name: first.player, steps: pace.leader };
    this.changed(this);
  }
}

/**
 * Cards home after so long, of steps [ms, home].
 * @param {[number, number][]} steps
 * @param {number} elapsedMs
 */
export function homeAt(steps, elapsedMs) {
  return steps.filter(([ms]) => ms <= elapsedMs).at(-1)?.[1] ?? 0;
}
