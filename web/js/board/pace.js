// @ts-check
/** The pace line: 52 cards home as one bar, with a tick for you and one for a rival (web.md, 7.1). */

import { board as words } from '../copy.js';
import { h, setText } from '../html.js';

const CLOSE = 92;

/** @typedef {import('../rivals.js').Rival} Rival */

/** The line at the top of a mat. */
export class PaceLine {
  constructor() {
    this.mine = tick('mine');
    this.theirs = tick('theirs');
    this.element = h('div', { class: 'pace', 'aria-hidden': 'true' }, h('i', { class: 'bar' }), h('i', { class: 'done' }), this.theirs.node, this.mine.node);
  }

  /**
   * @param {number} home
   * @param {Rival | null} rival
   */
  draw(home, rival) {
    this.element.style.setProperty('--home', share(home));
    this.element.style.setProperty('--rival', share(rival?.home ?? 0));
    this.theirs.node.hidden = !rival;
    const width = this.element.clientWidth, mine = words.youAt(home), theirs = rival ? words.rivalAt(rival) : '';
    const sides = sidesOf((home / 52) * width, rival ? (rival.home / 52) * width : null, width);
    show(this.mine, sides.joined === 'theirs' ? '' : sides.joined ? `${mine}, ${theirs}` : mine, sides.mine);
    show(this.theirs, sides.joined === 'mine' ? '' : sides.joined ? `${mine}, ${theirs}` : theirs, sides.theirs);
  }
}

/**
 * On which side of its tick each label has room; at the ends two close ones become one label of the tick nearer the middle.
 * @param {number} mine
 * @param {number | null} theirs
 * @param {number} width
 * @returns {{mine: boolean, theirs: boolean, joined: 'mine' | 'theirs' | ''}} whether to the left
 */
export function sidesOf(mine, theirs, width) {
  const late = (/** @type {number} */ x) => x > width - 150;
  if (theirs === null || Math.abs(mine - theirs) >= CLOSE) return { mine: late(mine), theirs: theirs !== null && late(theirs), joined: '' };
  const low = Math.min(mine, theirs), high = Math.max(mine, theirs);
  if (low < CLOSE) return { mine: false, theirs: false, joined: mine === high ? 'mine' : 'theirs' };
  if (late(high)) return { mine: true, theirs: true, joined: mine === low ? 'mine' : 'theirs' };
  return { mine: mine <= theirs, theirs: theirs < mine, joined: '' };
}

/** @param {number} home */
const share = (home) => `${(home / 52) * 100}%`;

/** @param {string} kind */
function tick(kind) {
  const label = h('span');
  return { node: h('i', { class: `tick ${kind}` }, label), label };
}

/**
 * @param {{node: HTMLElement, label: HTMLElement}} part
 * @param {string} text
 * @param {boolean} left
 */
function show({ node, label }, text, left) {
  setText(label, text);
  node.classList.toggle('left', left);
}
