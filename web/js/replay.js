// @ts-check
/** Watches an attempt move by move: step, play, slide; `?ply=` opens at a move. */

import { addressParts, say, showError, showPage } from './chrome.js';
import { clock, many } from './format.js';
import { get, me, variants } from './api.js';
import { playedWords, replay as words, resultLine } from './copy.js';
import { Board } from './board/view.js';
import { h, put, setText } from './html.js';
import { icon } from './icons.js';
import { listenReplayKeys, paceAt, PACES } from './replay-pace.js';
import { strip } from './strip.js';

/** @typedef {import('./messages').Frame} Frame */
/** @typedef {import('./messages').Replay} Replay */
/** @typedef {import('./messages').Variant} Variant */

open().catch(showError);

async function open() {
  const [id] = addressParts();
  const [all, player, run] = await Promise.all([variants(), me(), get(`/api/attempts/${encodeURIComponent(id)}/replay`)]);
  const variant = all.find((one) => one.key === run.attempt.variant) ?? all[0];
  const viewer = new Viewer(run, variant);
  const title = `${run.attempt.player}, ${words.of(variant.title, run.attempt.game)}`;
  showPage({ page: 'boards', title, player, tabs: false }, viewer.main);
  document.body.classList.add('playing');
  viewer.begin(Number(new URLSearchParams(location.search).get('ply') ?? 0));
}

class Viewer {
  /**
   * @param {Replay} run
   * @param {Variant} variant
   */
  constructor({ attempt, frames }, variant) {
    this.frames = frames;
    this.last = frames.length - 1;
    this.at = 0;
    this.timer = 0;
    this.skip = true;
    this.pace = PACES[0];
    this.mat = h('div', { class: 'mat', role: 'group', 'aria-label': words.readOnly });
    this.now = h('p', { class: 'now' }, h('b'), h('span'));
    this.stats = { move: h('b'), time: h('b'), home: h('b') };
    this.range = h('input', { type: 'range', min: 0, max: this.last, value: 0, 'aria-label': words.slider });
    this.track = h('div', { class: 'track' });
    this.list = h('ol', { tabindex: 0, 'aria-label': words.movesTitle }, ...this._rows());
    this.playButton = control('play', words.play, () => this.toggle(), 'run');
    this.speed = h('select', { 'aria-label': words.speed, onchange: () => this._choosePace() }, ...PACES.map((one) => h('option', { value: one.key }, one.words)));
    this.copied = h('button', { type: 'button', class: 'button copy', onclick: () => void this.copyLink() }, words.copyLink);
    this.main = this._page(attempt, variant);
    this.board = new Board(this.mat, variant, { readOnly: true, pace: false });
  }

  /** @param {number} ply */
  begin(ply) {
    this.range.addEventListener('input', () => { this.pause(); this.show(Number(this.range.value), false); });
    listenReplayKeys(this);
    new ResizeObserver(() => this._strip()).observe(this.track);
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
    this.board.draw({ piles: frame.piles, base: frame.base, legal: [], pass: null, held: null, events: frame.events, home: frame.home, fresh: next === before + 1, busy: false });
    this._tell(frame, next);
    this._strip();
    this._mark();
    if (speaks) say(spokenMove(frame, next));
    clearTimeout(this.linking);
    this.linking = setTimeout(() => history.replaceState(null, '', next ? `?ply=${next}` : location.pathname), 300);
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    this.show(this._from(by), true);
  }

  toggle() {
    if (this.timer) return this.pause();
    if (this.at === this.last) this.show(0, false);
    this._button('pause', words.pause);
    this._later();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this._button('play', words.play);
  }

  /** @param {number} by */
  changePace(by) {
    const next = PACES[(PACES.indexOf(this.pace) + by + PACES.length) % PACES.length];
    this.speed.value = next.key;
    this.pace = next;
  }

  async copyLink() {
    const url = new URL(location.pathname, location.href);
    url.searchParams.set('ply', String(this.at));
    await navigator.clipboard?.writeText(url.href);
    say(words.copied);
    setText(this.copied, words.copied);
    setTimeout(() => setText(this.copied, words.copyLink), 1600);
  }

  _choosePace() {
    this.pace = PACES.find((one) => one.key === this.speed.value) ?? PACES[0];
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
    const next = this._from(1), wait = paceAt(this.pace, this.frames[next].at_ms - this.frames[this.at].at_ms);
    this.timer = setTimeout(() => { this.show(next, false); this._later(); }, wait);
  }

  /**
   * @param {string} picture
   * @param {string} name
   */
  _button(picture, name) {
    this.playButton.setAttribute('aria-label', name);
    put(this.playButton, icon(picture));
  }

  /**
   * @param {Frame} frame
   * @param {number} n
   */
  _tell(frame, n) {
    const text = playedWords(frame.move, frame.events);
    setText(this.now.children[0], n ? `${n}. ${text}` : text);
    setText(this.now.children[1], `${words.move} ${n} of ${this.last} · ${clock(frame.at_ms)}`);
    setText(this.stats.move, `${n} of ${this.last}`);
    setText(this.stats.time, clock(frame.at_ms));
    setText(this.stats.home, String(frame.home));
    this.range.value = String(n);
    this.range.setAttribute('aria-valuetext', words.spoken(n, this.last, frame.at_ms, text));
  }

  _strip() {
    const size = { width: this.track.clientWidth, height: this.track.clientHeight };
    if (size.width) put(this.track, strip(this.frames, this.at, size), this.range);
  }

  _mark() {
    this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const row = this.list.children[this.at - 1];
    if (!(row instanceof HTMLElement)) return void (this.list.scrollTop = 0);
    row.setAttribute('aria-current', 'step');
    this.list.scrollTop = row.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }

  _rows() {
    return this.frames.slice(1).map((frame, i) => {
      const grew = frame.home !== this.frames[i].home;
      return h('li', { class: frame.undone ? 'undone' : frame.move === 'U' ? 'undo' : '', onclick: () => { this.pause(); this.show(i + 1, true); } },
        h('span', {}, i + 1), h('span', { class: 'what' }, ...coloured(playedWords(frame.move, frame.events))), h('span', {}, grew && frame.home), h('span', {}, clock(frame.at_ms)));
    });
  }

  /**
   * @param {import('./messages').Attempt} attempt
   * @param {Variant} variant
   */
  _page(attempt, variant) {
    this.mat.dataset.variant = variant.key;
    const view = h('section', { class: 'play view', 'aria-label': words.title }, this._heading(attempt, variant), h('div', { class: 'mat-place' }, this.mat, this.now),
      h('div', { class: 'scrub' }, key(), this.track), this._controls());
    const skip = h('input', { type: 'checkbox', checked: true, onchange: () => { this.skip = skip.checked; } });
    const side = h('aside', { 'aria-label': words.movesTitle }, h('section', { class: 'box played-moves' }, h('h2', {}, words.movesTitle), this.list, h('label', {}, skip, words.skip)));
    return h('main', { class: 'table-page' }, view, side);
  }

  /**
   * @param {import('./messages').Attempt} attempt
   * @param {Variant} variant
   */
  _heading({ player, game, result }, variant) {
    const stat = (/** @type {HTMLElement} */ value, /** @type {string} */ name) => h('div', { class: 'stat' }, value, h('span', {}, name));
    const back = game ? `/leaderboards/${game.split('/').reverse().join('/')}` : '/';
    return h('div', { class: 'deal' }, h('a', { class: 'to-today', href: back, 'aria-label': words.back }, icon('back')),
      h('div', {}, h('h1', {}, h('bdi', {}, player), ' ', h('span', {}, words.of(variant.title, game))), h('p', {}, result && resultLine(result))),
      h('span', { class: 'space-between' }), stat(this.stats.move, words.move), stat(this.stats.time, words.time), stat(this.stats.home, words.home));
  }

  _controls() {
    return h('div', { class: 'controls', role: 'toolbar', 'aria-label': words.title },
      control('first', words.first, () => { this.pause(); this.show(0, true); }), control('previous', words.previous, () => this.step(-1)), this.playButton,
      control('next', words.next, () => this.step(1)), control('last', words.last, () => { this.pause(); this.show(this.last, true); }),
      this.speed, h('span', { class: 'space-between' }), this.copied);
  }
}

/**
 * @param {string} picture
 * @param {string} name
 * @param {() => void} act
 * @param {string} [kind]
 */
const control = (picture, name, act, kind = '') => h('button', { type: 'button', class: `button step ${kind}`, 'aria-label': name, onclick: act }, icon(picture));

/** Whether a frame is passed over when moves taken back are not played. @param {Frame} frame */
const isPast = (frame) => frame.undone || frame.move === 'U';

/**
 * @param {Frame} frame
 * @param {number} n
 */
const spokenMove = (frame, n) => `${n ? `${n}. ` : ''}${playedWords(frame.move, frame.events)}. ${many(frame.home, 'card')} home.`;

/**
 * Red suits in the colour of the page.
 * @param {string} text
 */
function coloured(text) {
  return text.split(/([0-9AJQK]+[♥♦])/).map((part) => (/[♥♦]$/.test(part) ? h('em', {}, part) : part));
}

function key() {
  return h('p', { class: 'key', 'aria-hidden': 'true' }, ...Object.entries(words.key).map(([kind, text]) => h('span', { class: kind }, text)));
}

