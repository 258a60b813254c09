// @ts-check
/** Where a run stands: its rank, its neighbours in the leaderboard, its record, and a race against it. */

import * as words from './copy/replay.js';
import { get } from './api.js';
import { h, put, setText } from './html.js';
import { icon } from './icons.js';
import { raceButton } from './race-button.js';
import { recordLink } from './record-link.js';

/** @typedef {import('./messages').Leaderboard} Leaderboard */
/** @typedef {import('./messages').Standing} Standing */
/** @typedef {import('./replay-viewer.js').Viewer} Viewer */

export class About {
  /** @param {Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.body = h('div');
    this.element = h('section', { class: 'box about' }, h('h2', {}, words.about), this.body);
    void this._ask();
  }

  /** The run's neighbourhood; practice has none. */
  async _ask() {
    const { attempt } = this.viewer.run, { game, kind, player } = attempt;
    const asked = game && kind === 'ranked' ? get(`/api/games/${game}/leaderboard/around/${encodeURIComponent(player)}?limit=3`).catch(() => null) : null;
    /** @type {Leaderboard | null} */
    const board = await asked, at = board?.standings.findIndex((one) => one.attempt === attempt.id) ?? -1;
    if (board && at >= 0) setText(this.viewer.parts.place, words.standing(board.standings[at].rank, board.total));
    const beside = board && at >= 0 ? [neighbour('back', words.previousRun, board.standings[at - 1]), neighbour('forth', words.nextRun, board.standings[at + 1])] : [];
    put(this.body, beside.length > 0 && h('nav', { class: 'neighbours', 'aria-label': words.board }, ...beside), ...this._deeds(board?.sealed ? board.final_at : null));
  }

  /** @param {string | null} sealedUntil */
  _deeds(sealedUntil) {
    const { id, game } = this.viewer.run.attempt;
    if (sealedUntil) return [h('p', { class: 'note' }, words.recordSealed(sealedUntil))];
    const verify = h('button', { type: 'button', class: 'plain', onclick: () => void this._verify() }, words.verifyTitle);
    return [game && raceButton(words.race, game, id), h('p', { class: 'ways' }, recordLink(id, 'plain'), verify)];
  }

  async _verify() {
    const { showVerify } = await import('./verify.js');
    await showVerify(this.viewer.run.attempt);
  }
}

/**
 * @param {'back' | 'forth'} way
 * @param {string} name
 * @param {Standing | undefined} one
 */
function neighbour(way, name, one) {
  if (!one?.replay) return null;
  return h('a', { class: way, href: one.replay, 'aria-label': `${name}: ${words.run(one.rank, one.player)}` }, way === 'back' && icon(way), h('bdi', {}, words.run(one.rank, one.player)), way === 'forth' && icon(way));
}
