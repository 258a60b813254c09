// @ts-check
/** Whom a run is compared with: the box beside the moves, and the dialog that chooses. */

import * as words from './copy/replay.js';
import { get } from './api.js';
import { h, put } from './html.js';
import { sameDeal } from './ghost.js';
import { say } from './chrome.js';

/** @typedef {import('./messages').Replay} Replay */
/** @typedef {import('./replay-viewer.js').Viewer} Viewer */

export class Compare {
  /** @param {Viewer} viewer */
  constructor(viewer) {
    this.viewer = viewer;
    this.body = h('div');
    this.ways = h('span', { class: 'ways' });
    this.element = h('section', { class: 'box compare' }, h('h2', {}, words.compare, this.ways), this.body);
    this._draw();
  }

  /**
   * Fetches a run and shows it as the ghost, or says why not.
   * @param {string} id
   */
  async choose(id) {
    /** @type {Replay | null} */
    const run = await get(`/api/attempts/${encodeURIComponent(id)}/replay`).catch(() => null);
    const fits = run !== null && sameDeal(this.viewer.run, run);
    this._show(fits ? run : null);
    if (!fits) this._trouble(run ? words.otherDeal : words.noSuchRun);
  }

  /** @param {Replay | null} run */
  _show(run) {
    this.viewer.haunt(run);
    this._draw();
  }

  /** @param {string} text */
  _trouble(text) {
    say(text);
    this.viewer.parts.trouble(text);
  }

  async _ask() {
    const { chooseRun } = await import('./choose-run.js');
    const id = await chooseRun(this.viewer.run.attempt);
    if (id) await this.choose(id);
  }

  _draw() {
    const { ghost, run } = this.viewer, ask = () => void this._ask();
    put(this.ways, ghost && button('plain', words.change, ask), ghost && button('plain', words.remove, () => this._show(null)));
    if (!ghost) return put(this.body, button('button', words.chooseGhost, ask));
    put(this.body, row(run, null), row(ghost, `/replay/${ghost.attempt.id}?vs=${run.attempt.id}`), h('div', { class: 'how' }, this._sync(), this._beside()));
  }

  _sync() {
    const { viewer } = this, kinds = /** @type {const} */ ([['time', words.byTime], ['move', words.byMove]]);
    return h('fieldset', {}, h('legend', {}, words.sync), ...kinds.map(([sync, text]) =>
      h('label', {}, h('input', { type: 'radio', name: 'sync', checked: viewer.sync === sync, onchange: () => viewer.syncBy(sync) }), text)));
  }

  _beside() {
    const box = h('input', { type: 'checkbox', checked: this.viewer.beside !== null, onchange: () => this.viewer.showBeside(box.checked) });
    return h('label', { class: 'beside' }, box, words.beside);
  }
}

/**
 * @param {string} kind
 * @param {string} text
 * @param {() => void} act
 */
const button = (kind, text, act) => h('button', { type: 'button', class: kind, onclick: act }, text);

/**
 * @param {Replay} run
 * @param {string | null} href the other way round
 */
function row({ attempt }, href) {
  const name = h('bdi', {}, attempt.player);
  return h('p', { class: 'run' }, href ? h('a', { href }, name) : h('b', {}, name), h('span', {}, words.result(attempt.result)));
}
