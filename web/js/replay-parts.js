// @ts-check
/** The elements of the replay page and what they show. */

import * as words from './copy/replay.js';
import { PACES } from './replay-pace.js';
import { Strip, marksIn } from './strip.js';
import { clock } from './format.js';
import { h, put, setText } from './html.js';
import { icon } from './icons.js';

/** @typedef {import('./messages').Frame} Frame */
/** @typedef {import('./messages').Replay} Replay */
/** @typedef {import('./replay-viewer.js').Viewer} Viewer */

const COPIED_FOR = 1600;

/**
 * @param {Replay} run
 * @param {import('./messages').Variant} variant
 * @param {Viewer} viewer
 */
export function replayParts(run, variant, viewer) {
  const { frames } = run, last = frames.length - 1;
  const mat = h('div', { class: 'mat', role: 'group', 'aria-label': words.table, 'data-variant': variant.key });
  const now = { what: h('b'), where: h('span', { class: 'where' }) }, stats = { move: h('b'), time: h('b'), home: h('b') };
  const mats = h('div', { class: 'mats' }, h('div', { class: 'mat-place' }, mat, h('p', { class: 'now' }, now.what, h('span', { class: 'wide' }, words.readOnly), now.where)));
  const legend = legendOf(run), scrub = scrubber(frames, viewer), controls = controlsOf(viewer), list = moveList(frames, viewer), place = h('span', { class: 'standing' });
  const side = h('aside', { 'aria-label': words.about }, h('button', { type: 'button', class: 'round shut', 'aria-label': words.close, onclick: () => sheet('') }, icon('close')), movesBox(list, viewer));
  const sheets = [sheetButton('moves', words.movesTitle), sheetButton('more', words.more)];
  const view = h('section', { class: 'play view', 'aria-label': words.title }, heading(run, variant, stats, place, sheets), mats, h('div', { class: 'scrub' }, legend.element, scrub.track), controls.element);
  new ResizeObserver(() => mark(list, viewer.at)).observe(list);
  side.addEventListener('keydown', (event) => event.key === 'Escape' && sheet(''));

  /** @param {string} kind */
  function sheet(kind) {
    const before = sheets.find((one) => one.dataset.sheet === side.dataset.sheet);
    side.dataset.sheet = kind;
    for (const one of sheets) one.setAttribute('aria-expanded', String(one.dataset.sheet === kind));
    if (kind) (kind === 'moves' ? list : side).focus();
    else before?.focus();
  }

  /**
   * @param {string} kind
   * @param {string} name
   */
  function sheetButton(kind, name) {
    return h('button', { type: 'button', class: 'round sheet', 'data-sheet': kind, 'aria-label': name, 'aria-expanded': 'false', onclick: () => sheet(side.dataset.sheet === kind ? '' : kind) }, icon(kind));
  }
  side.tabIndex = -1;

  return {
    main: h('main', { class: 'table-page' }, view, side), mat, mats, side, place, track: scrub.track, strip: scrub.strip, speed: controls.speed, running: controls.running,
    /** The list of moves gets the focus; where it lies under the page it comes up, or goes. */
    showMoves: () => (sheets[0].offsetParent ? sheet(side.dataset.sheet === 'moves' ? '' : 'moves') : list.focus()),
    /** Shows which move it is. @param {Frame} frame @param {number} n */
    tell: (frame, n) => {
      const text = words.playedWords(frame);
      setText(now.what, n ? `${n}. ${text}` : text);
      setText(now.where, words.where(n, last, frame.at_ms));
      setText(stats.move, words.place(n, last));
      setText(stats.home, String(frame.home));
      scrub.tell(frame, n);
      controls.at(n);
      mark(list, n);
    },
    /** @param {number} ms */
    time: (ms) => setText(stats.time, clock(ms)),
    copied: controls.copied,
    /** Shows whom the run is compared with. @param {Replay | null} ghost @param {number | null} differs */
    haunt: (ghost, differs) => {
      legend.haunt(ghost);
      controls.haunt(ghost !== null, differs);
      list.querySelector('.differs')?.classList.remove('differs');
      if (differs) list.children[differs - 1]?.classList.add('differs');
    },
    /** @param {number} home @param {Frame | null} ghost @param {string} text */
    compare: (home, ghost, text) => legend.compare(home, ghost, text),
    /** Says why there is no comparison. @param {string} text */
    trouble: (text) => legend.trouble(text),
  };
}

/**
 * @param {Replay} run
 * @param {import('./messages').Variant} variant
 * @param {Record<'move' | 'time' | 'home', HTMLElement>} stats
 * @param {HTMLElement} place
 * @param {HTMLElement[]} sheets
 */
function heading({ attempt: { player, game, kind, result } }, variant, stats, place, sheets) {
  const stat = (/** @type {HTMLElement} */ value, /** @type {string} */ name) => h('div', { class: 'stat' }, value, h('span', {}, name));
  const back = game ? `/leaderboards/${game.split('/').reverse().join('/')}` : '/', what = words.of(variant.title, game, kind);
  return h('div', { class: 'deal' }, h('a', { class: 'to-today', href: back, 'aria-label': words.back }, icon('back')),
    h('div', {}, h('h1', {}, h('bdi', {}, player), ' ', h('span', {}, what)), h('p', {}, place, h('span', { class: 'what' }, `${what} · `), words.result(result))),
    h('span', { class: 'space-between' }), stat(stats.move, words.move), stat(stats.time, words.time), stat(stats.home, words.home), ...sheets);
}

/** The line above the strip: who is drawn how, and what the marks mean. @param {Replay} run */
function legendOf({ attempt, frames }) {
  const mine = h('span'), theirs = h('span'), name = h('bdi'), ahead = h('b', { class: 'ahead' });
  const other = h('span', { class: 'run-of other', hidden: true }, h('i'), name, ' ', theirs), own = h('span', { class: 'run-of', hidden: true }, h('i'), h('b', {}, h('bdi', {}, attempt.player)), ' ', mine);
  const kinds = marksIn(frames), key = h('span', { class: 'key', 'aria-hidden': 'true' });
  const draw = (/** @type {boolean} */ compared) => put(key, ...Object.entries(words.legend).filter(([kind]) => kinds.has(kind) || (compared && kind === 'differs')).map(([kind, text]) => h('span', { class: kind }, text)));
  draw(false);
  return {
    element: h('p', { class: 'legend' }, own, other, ahead, key),
    /** @param {Replay | null} ghost */
    haunt: (ghost) => {
      own.hidden = other.hidden = ghost === null;
      setText(name, ghost?.attempt.player ?? '');
      setText(ahead, '');
      draw(ghost !== null);
    },
    /** @param {number} home @param {Frame | null} ghost @param {string} text */
    compare: (home, ghost, text) => {
      if (!ghost) return;
      ahead.classList.remove('trouble');
      setText(mine, String(home));
      setText(theirs, String(ghost.home));
      setText(ahead, text);
    },
    /** @param {string} text */
    trouble: (text) => {
      ahead.classList.add('trouble');
      setText(ahead, text);
    },
  };
}

/**
 * The slider over the strip, and what it would show under the pointer.
 * @param {Frame[]} frames
 * @param {Viewer} viewer
 */
function scrubber(frames, viewer) {
  const last = frames.length - 1, strip = new Strip(), preview = h('output', { class: 'preview', 'aria-hidden': 'true' });
  const range = h('input', { type: 'range', min: 0, max: last, value: 0, 'aria-label': words.slider, oninput: () => { viewer.pause(); viewer.show(Number(range.value), false); } });
  const track = h('div', { class: 'track' }, strip.element, range, preview);
  track.addEventListener('pointermove', ({ clientX }) => {
    const { left, width } = track.getBoundingClientRect(), n = Math.max(0, Math.min(last, Math.round(((clientX - left) / width) * last)));
    setText(preview, words.preview(n, frames[n].at_ms));
    preview.style.setProperty('--at', String(n / Math.max(1, last)));
  });
  /** @param {Frame} frame @param {number} n */
  const tell = (frame, n) => {
    range.value = String(n);
    range.setAttribute('aria-valuetext', words.spoken(n, last, frame.at_ms, words.playedSpoken(frame)));
  };
  return { strip, track, tell };
}

/** @param {Viewer} viewer */
function controlsOf(viewer) {
  const run = control('play', words.play, () => viewer.toggle(), 'run'), number = h('span'), different = h('span'), told = h('span', { class: 'told-words' }, words.copyLink);
  const speed = h('select', { 'aria-label': words.speed, onchange: () => viewer.choosePace(speed.value) }, ...PACES.map(({ key }) => h('option', { value: key }, words.paces[key])));
  speed.value = viewer.pace.key;
  const copy = h('button', { type: 'button', class: 'button copy', onclick: () => void viewer.copyLink() }, icon('link'), told, number);
  const first = h('button', { type: 'button', class: 'button differs', hidden: true, onclick: () => viewer.toFirstDifferent() }, different);
  const element = h('div', { class: 'controls', role: 'toolbar', 'aria-label': words.title },
    control('first', words.first, () => viewer.jump(0)), control('previous', words.previous, () => viewer.step(-1)), run,
    control('next', words.next, () => viewer.step(1)), control('last', words.last, () => viewer.jump(viewer.last)), speed, h('span', { class: 'space-between' }), copy, first);
  return {
    element, speed,
    /** @param {number} n */
    at: (n) => setText(number, String(n)),
    /** @param {boolean} on */
    running: (on) => {
      run.setAttribute('aria-label', on ? words.pause : words.play);
      put(run, icon(on ? 'pause' : 'play'));
    },
    copied: () => {
      setText(told, words.copied);
      number.hidden = true;
      setTimeout(() => { setText(told, words.copyLink); number.hidden = false; }, COPIED_FOR);
    },
    /** @param {boolean} compared @param {number | null} differs */
    haunt: (compared, differs) => {
      first.hidden = !compared;
      first.disabled = differs === null;
      put(different, differs === null ? words.noDifference : words.firstDifferent, ' ', differs !== null && h('span', {}, differs));
    },
  };
}

/**
 * @param {string} picture
 * @param {string} name
 * @param {() => void} act
 * @param {string} [kind]
 */
const control = (picture, name, act, kind = '') => h('button', { type: 'button', class: `button step ${kind}`, 'aria-label': name, onclick: act }, icon(picture));

/**
 * @param {Frame[]} frames
 * @param {Viewer} viewer
 */
function moveList(frames, viewer) {
  const rows = frames.slice(1).map((frame, i) => h('li', { class: frame.undone ? 'undone' : frame.move === 'U' ? 'undo' : '', onclick: () => viewer.jump(i + 1) },
    h('span', {}, i + 1), h('span', { class: 'what' }, ...coloured(words.playedWords(frame))), h('span', {}, frame.home !== frames[i].home && frame.home), h('span', {}, clock(frame.at_ms)),
    h('span', { class: 'took' }, words.took(frame.at_ms - frames[i].at_ms))));
  const list = h('ol', { tabindex: 0, 'aria-label': words.movesTitle }, ...rows);
  list.addEventListener('keydown', (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    viewer.step(by);
  });
  return list;
}

/**
 * @param {HTMLElement} list
 * @param {Viewer} viewer
 */
function movesBox(list, viewer) {
  const check = (/** @type {string} */ text, /** @type {(on: boolean) => void} */ chosen) => {
    const box = h('input', { type: 'checkbox', checked: true, onchange: () => chosen(box.checked) });
    return h('label', {}, box, text);
  };
  return h('section', { class: 'box played-moves' }, h('h2', {}, words.movesTitle), list,
    check(words.skip, (on) => { viewer.skip = on; }), check(words.shorten, (on) => { viewer.shortens = on; }));
}

/**
 * Marks the row of a move and brings it to the middle.
 * @param {HTMLElement} list
 * @param {number} n
 */
function mark(list, n) {
  list.querySelector('[aria-current]')?.removeAttribute('aria-current');
  const row = list.children[n - 1];
  if (!(row instanceof HTMLElement)) return void (list.scrollTop = 0);
  row.setAttribute('aria-current', 'step');
  list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/**
 * Red suits in the colour of the page.
 * @param {string} text
 */
const coloured = (text) => text.split(/([0-9AJQK]+[♥♦])/).map((part) => (/[♥♦]$/.test(part) ? h('em', {}, part) : part));
