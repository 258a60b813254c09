// @ts-check
/** Plays a run back on the mat: step, play, slide, and the other's run beside it. */

import * as words from './copy/replay.js';
import { Board } from './board/view.js';
import { PACES, listenReplayKeys, paceAt } from './replay-pace.js';
import { change, settings } from './settings.js';
import { firstDifferent, ghostPly, isPast } from './ghost.js';
import { h, setText } from './html.js';
import { replayParts } from './replay-parts.js';
import { say } from './chrome.js';

/** @typedef {import('./messages').Frame} Frame */
/** @typedef {import('./messages').Replay} Replay */
/** @typedef {import('./messages').Variant} Variant */

const LINKED_AFTER = 300;
const CLOCK = 250;

export class Viewer {
  /**
   * @param {Replay} run
   * @param {Variant} variant
   */
  constructor(run, variant) {
    this.run = run;
    this.variant = variant;
    this.frames = run.frames;
    this.last = run.frames.length - 1;
    this.at = 0;
    this.ms = 0;
    this.timer = 0;
    this.ticking = 0;
    this.skip = true;
    this.shortens = true;
    this.pace = PACES[PACES.length - 1];
    /** @type {Replay | null} */
    this.ghost = null;
    /** @type {import('./ghost.js').Sync} */
    this.sync = 'time';
    /** @type {{place: HTMLElement, board: Board} | null} */
    this.beside = null;
    /** @type {{mine: number, theirs: number} | null} */
    this.differs = null;
    this.parts = replayParts(run, variant, this);
    this.board = new Board(this.parts.mat, variant, { readOnly: true, pace: false });
    /** @type {Record<string, () => void>} */
    this.letters = {
      f: () => change('mirror', !settings.mirror), m: () => this.parts.showMoves(), c: () => void this.copyLink(), d: () => this.toFirstDifferent(),
      '?': () => void import('./dialogs.js').then(({ showKeys }) => showKeys(words.keys)),
    };
  }

  /** @param {number} ply */
  begin(ply) {
    listenReplayKeys(this);
    new ResizeObserver(() => this._drawStrip()).observe(this.parts.track);
    this.show(ply, false);
  }

  /**
   * Shows the table after a ply.
   * @param {number} ply
   * @param {boolean} speaks
   */
  show(ply, speaks) {
    const before = this.at, next = Math.max(0, Math.min(this.last, Math.trunc(ply) || 0)), frame = this.frames[next];
    this.at = next;
    this.board.draw(pictureOf(frame, next === before + 1));
    this.parts.tell(frame, next);
    this._clock(frame.at_ms);
    if (speaks) say(words.spokenMove(next, words.playedSpoken(frame), frame.home) + this._aheadSpoken());
    this._link();
  }

  /** @param {number} ply */
  jump(ply) {
    this.pause();
    this.show(ply, true);
  }

  /** @param {number} by */
  step(by) {
    this.jump(this._from(by));
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at === this.last) this.show(0, false);
    this.parts.running(true);
    this._later();
  }

  pause() {
    clearTimeout(this.timer);
    clearInterval(this.ticking);
    this.timer = 0;
    this.parts.running(false);
  }

  /** @param {number} by */
  changePace(by) {
    this.choosePace(PACES[Math.max(0, Math.min(PACES.length - 1, PACES.indexOf(this.pace) + by))].key);
    say(words.paces[this.pace.key]);
  }

  /** @param {string} key */
  choosePace(key) {
    this.pace = PACES.find((one) => one.key === key) ?? this.pace;
    this.parts.speed.value = key;
    if (!this.timer) return;
    this.pause();
    this.toggle();
  }

  /** Copies the address of this move, the other run with it. */
  async copyLink() {
    await navigator.clipboard?.writeText(new URL(this._address(), location.href).href);
    say(words.copied);
    this.parts.copied();
  }

  toFirstDifferent() {
    if (!this.differs) return;
    this.pause();
    this.show(this.differs.mine, false);
    const frame = this.frames[this.at];
    say(words.jumped(this.at) + words.playedSpoken(frame));
  }

  /**
   * Shows another run beside this one, or none.
   * @param {Replay | null} ghost
   */
  haunt(ghost) {
    this.ghost = ghost;
    this.differs = ghost && firstDifferent(this.frames, ghost.frames);
    this.parts.haunt(ghost, this.differs?.mine ?? null);
    if (!ghost) this.showBeside(false);
    this._drawStrip();
    this._clock(this.ms);
    this._link();
  }

  /** @param {import('./ghost.js').Sync} sync */
  syncBy(sync) {
    this.sync = sync;
    this._drawStrip();
    this._clock(this.ms);
  }

  /**
   * A second table for the other's run.
   * @param {boolean} shown
   */
  showBeside(shown) {
    this.beside?.place.remove();
    this.beside = null;
    this.parts.mats.classList.toggle('two', shown);
    if (!shown || !this.ghost) return;
    const mat = h('div', { class: 'mat', role: 'group', 'aria-label': `${this.ghost.attempt.player}, ${words.table}` });
    const place = h('div', { class: 'mat-place' }, mat, h('p', { class: 'now' }, h('b'), h('span')));
    this.parts.mats.append(place);
    this.beside = { place, board: new Board(mat, this.variant, { readOnly: true, pace: false }) };
    this._clock(this.ms);
  }

  /** @param {number} by */
  _from(by) {
    let next = this.at + by;
    const skips = this.skip && Math.abs(by) === 1;
    while (skips && next > 0 && next < this.last && isPast(this.frames[next])) next += by;
    return next;
  }

  _later() {
    if (this.at >= this.last) return this.pause();
    const next = this._from(1), now = this.frames[this.at].at_ms, took = this.frames[next].at_ms - now;
    this.timer = setTimeout(() => { this.show(next, false); this._later(); }, paceAt(this.pace, took, this.shortens));
    clearInterval(this.ticking);
    const { rate } = this.pace, from = performance.now();
    if (rate) this.ticking = setInterval(() => this._clock(now + Math.min(took, (performance.now() - from) * rate)), CLOCK);
  }

  /**
   * Shows a time, between two moves too, and where the other was then.
   * @param {number} ms
   */
  _clock(ms) {
    this.ms = ms;
    this.parts.time(ms);
    const ghost = this._ghostFrame();
    if (this.parts.strip.width) this.parts.strip.at(this.at, ghost?.home ?? null);
    this.parts.compare(this.frames[this.at].home, ghost, words.aheadAt(this.ghost?.attempt.player ?? '', this._ahead(), ms, this.at, this.sync === 'time'));
    if (ghost) this._drawBeside(ghost);
  }

  /** @returns {Frame | null} the other's, at the same time or move */
  _ghostFrame() {
    return this.ghost && this.ghost.frames[ghostPly(this.ghost.frames, { ply: this.at, ms: this.ms }, this.sync)];
  }

  _ahead() {
    return (this._ghostFrame()?.home ?? 0) - this.frames[this.at].home;
  }

  _aheadSpoken() {
    return this.ghost ? ` ${words.ahead(this.ghost.attempt.player, this._ahead())}.` : '';
  }

  /** @param {Frame} frame */
  _drawBeside(frame) {
    if (!this.beside || !this.ghost) return;
    const n = this.ghost.frames.indexOf(frame), [what, where] = this.beside.place.querySelectorAll('.now > *');
    this.beside.board.draw(pictureOf(frame, false));
    setText(what, this.ghost.attempt.player);
    setText(where, words.where(n, this.ghost.frames.length - 1, frame.at_ms));
  }

  _drawStrip() {
    const { track, strip } = this.parts, size = { width: track.clientWidth, height: track.clientHeight }, { ghost } = this;
    if (!size.width) return;
    const homes = ghost && this.frames.map((frame, ply) => ghost.frames[ghostPly(ghost.frames, { ply, ms: frame.at_ms }, this.sync)].home);
    strip.draw({ frames: this.frames, ghost: homes, differs: this.differs?.mine ?? null }, size);
    strip.at(this.at, this._ghostFrame()?.home ?? null);
  }

  _address() {
    const query = new URLSearchParams({ ...(this.at && { ply: String(this.at) }), ...(this.ghost && { vs: String(this.ghost.attempt.id) }) });
    return `${location.pathname}${query.size ? `?${query}` : ''}`;
  }

  _link() {
    clearTimeout(this.linking);
    this.linking = setTimeout(() => history.replaceState(null, '', this._address()), LINKED_AFTER);
  }
}

/**
 * @param {Frame} frame
 * @param {boolean} fresh whether the move before it was shown just now
 * @returns {import('./board/view.js').Picture}
 */
const pictureOf = ({ piles, base, events, home }, fresh) => ({ piles, base, events, home, fresh, legal: [], pass: null, held: null, busy: false });
