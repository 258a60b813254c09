// @ts-check
/** Line icons, the suits and the court marks, all our own drawings. */

import { s } from './html.js';

/** @type {Record<string, string>} */
const LINES = {
  back: 'm15 5-7 7 7 7',
  forth: 'm9 5 7 7-7 7',
  down: 'm6 9 6 6 6-6',
  drop: 'M12 4v15M5 13l7 7 7-7',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  moves: 'M5 6h14M5 12h14M5 18h9',
  finish: 'm13 3-8 11h7l-1 7 8-11h-7l1-7Z',
  more: 'M4.5 12a.5 .5 0 1 0 1 0 .5 .5 0 1 0-1 0M11.5 12a.5 .5 0 1 0 1 0 .5 .5 0 1 0-1 0M18.5 12a.5 .5 0 1 0 1 0 .5 .5 0 1 0-1 0',
  menu: 'M4 7h16M4 12h16M4 17h16',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  play: 'M8 5v14l11-7Z',
  pause: 'M8 5v14M16 5v14',
  first: 'M19 6v12l-10-6ZM6 6v12',
  previous: 'M17 6v12L7 12Z',
  next: 'M7 6v12l10-6Z',
  last: 'M5 6v12l10-6ZM18 6v12',
  today: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  boards: 'M5 20v-7h4v7M10 20V6h4v14M15 20v-10h4v10',
  practice: 'M4 5v5h5M4.5 10a8 8 0 1 1-.3 4',
  rules: 'M12 6c-2-1.6-4.6-2-8-2v14c3.4 0 6 .4 8 2 2-1.6 4.6-2 8-2V4c-3.4 0-6 .4-8 2v14',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.6-5.7l-1.5 1.5M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.6 5.7l1.5-1.5',
  settings: 'M4 7h9M19 7h1M4 17h1M11 17h9M13 7a3 3 0 1 0 6 0 3 3 0 1 0-6 0M5 17a3 3 0 1 0 6 0 3 3 0 1 0-6 0',
  share: 'M12 15V4M8 7.5 12 3.5l4 4M6 11H5v9h14v-9h-1',
  close: 'M6 6l12 12M18 6 6 18',
};

/** @type {Record<string, [string, string]>} */
const MARKS = {
  H: ['0 0 100 100', 'M50 92C22 66 7 50 7 31 7 17 18 7 30 7c9 0 16 5 20 13C54 12 61 7 70 7c12 0 23 10 23 24 0 19-15 35-43 61Z'],
  D: ['0 0 100 100', 'M50 2c8 17 21 35 35 48-14 13-27 31-35 48-8-17-21-35-35-48C29 37 42 19 50 2Z'],
  S: ['0 0 100 100', 'M50 4c9 17 43 34 43 58 0 13-9 21-20 21-8 0-14-4-18-10 1 10 4 17 11 23H34c7-6 10-13 11-23-4 6-10 10-18 10C16 83 7 75 7 62 7 38 41 21 50 4Z'],
  C: ['0 0 100 100', 'M50 3a22 22 0 0 1 18.5 33.9A22 22 0 1 1 55 70c1 12 4 20 11 26H34c7-6 10-14 11-26A22 22 0 1 1 31.5 36.9 22 22 0 0 1 50 3Z'],
  crown: ['0 0 100 80', 'M10 78 2 20l26 22L50 4l22 38 26-22-8 58Z'],
  coronet: ['0 0 100 80', 'M14 78 6 30l22 16L50 20l22 26 22-16-8 48ZM6 14a8 8 0 1 0 .1 0ZM50 2a9 9 0 1 0 .1 0ZM94 14a8 8 0 1 0 .1 0Z'],
  chevron: ['0 0 100 80', 'M12 46 50 16l38 30v18L50 34 12 64Z'],
};

/**
 * A line icon on a 24 grid; decoration only.
 * @param {string} name
 */
export function icon(name) {
  return s('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, s('path', { d: LINES[name] }));
}

/**
 * A suit (`H`) or a court mark (`crown`), filled with the colour of its place.
 * @param {string} name
 * @param {string} kind its class
 */
export function mark(name, kind) {
  const [viewBox, d] = MARKS[name];
  return s('svg', { viewBox, class: kind, 'aria-hidden': 'true' }, s('path', { d }));
}

/** The sign of Same Deal: two cards, one of them amber. */
export function sign() {
  const card = { y: 4, width: 13, height: 18, rx: 2.5, stroke: 'currentColor', 'stroke-width': 2 };
  return s('svg', { viewBox: '0 0 26 26', class: 'sign', 'aria-hidden': 'true' },
    s('rect', { ...card, x: 2, fill: 'none' }), s('rect', { ...card, x: 10, class: 'amber' }));
}
