// @ts-check
/** The rows of a board: what is loaded of it, yours always in sight, more on demand. */

import * as words from './copy/boards.js';
import { h, put } from './html.js';
import { say } from './chrome.js';

/** @typedef {import('./messages').Leaderboard} Leaderboard */
/** @typedef {import('./messages').PointsBoard} PointsBoard */
/** @typedef {Leaderboard | PointsBoard} Board */
/** @typedef {import('./messages').Standing | import('./messages').PointsStanding} Row */
/** @typedef {{where: 'top' | 'around', after?: string | null}} Part */

/**
 * @typedef {object} Source
 * @property {(part: Part) => Promise<Board>} ask
 * @property {(board: Board) => import('./columns.js').Column<any>[]} columns
 * @property {boolean} around whether the server knows who is around you
 * @property {(board: Board, rows: Row[]) => string} note what your row says of itself
 * @property {() => Row[]} near the rows around yours, loaded or not
 */

/** Whose results are no longer anybody's. */
const DELETED = 'deleted';

/** The table of a board and its buttons. */
export class Standings {
  /**
   * @param {Board} board its first page
   * @param {Source} source
   */
  constructor(board, source) {
    this.source = source;
    /** @type {Part['where']} */
    this.where = 'top';
    this.columns = source.columns(board);
    /** @type {Row[]} */
    this.seen = [];
    this.first = 0;
    this.board = board;
    this.head = h('thead');
    this.rows = h('tbody');
    this.pinned = h('tbody');
    this.buttons = h('div', { class: 'more-rows' });
    this.table = h('table', {}, this.head, this.rows, this.pinned);
    this.show(board);
  }

  /** Whether a hand or the focus is in the table, or more of it is open than its first page: then its rows stay. */
  get busy() {
    return this.table.matches(':hover, :focus-within') || this.seen.length > this.first || this.where !== 'top';
  }

  /** @param {number} attempt */
  has(attempt) {
    return this.seen.some((one) => 'attempt' in one && one.attempt === attempt);
  }

  /**
   * Shows a board from its first page on.
   * @param {Board} board
   * @param {boolean} [flash] whether rows that were not there light up
   */
  show(board, flash = false) {
    const known = new Set(this.seen.map(keyOf));
    this.seen = [];
    this.first = board.standings.length;
    this._append(board);
    if (flash) for (const row of this.rows.children) row.classList.toggle('fresh', !known.has(row.getAttribute('data-key') ?? ''));
  }

  /** @param {Board} board */
  _append(board) {
    this.board = board;
    this.columns = this.source.columns(board);
    this.seen.push(...board.standings);
    const tied = tiedRanks(this.seen);
    const { yours } = board, there = this.seen.some((one) => one.yours);
    put(this.head, this._head());
    put(this.rows, ...this.seen.map((one) => this._row(one, tied.has(one.rank))));
    put(this.pinned, yours && !there && this._row(yours, tiedRanks(this.source.near()).has(yours.rank)));
    put(this.buttons, board.next && this._moreButton(board.next), this._aroundButton(Boolean(yours), there));
  }

  _head() {
    const column = (/** @type {string} */ kind, /** @type {string} */ word, /** @type {boolean} */ unseen = false) => h('th', { scope: 'col', class: kind }, unseen ? h('span', { class: 'unseen' }, word) : word);
    return h('tr', {}, column('c-rank', '#'), column('c-name', words.player), ...this.columns.map((one) => column(one.kind, one.head, one.unseen)));
  }

  /**
   * @param {Row} one
   * @param {boolean} tied
   */
  _row(one, tied) {
    const tie = tied && h('span', { class: 'tie' }, h('span', { 'aria-hidden': 'true' }, '='), h('span', { class: 'unseen' }, `${words.tied} `));
    return h('tr', { class: one.yours && 'yours', 'data-key': keyOf(one) },
      h('td', { class: 'c-rank' }, tie, h('b', {}, one.rank)),
      h('td', { class: 'c-name' }, nameOf(one), one.yours && h('small', {}, this.source.note(this.board, this.seen))),
      ...this.columns.map(({ kind, head, cell }) => h('td', { class: kind, 'data-head': head.toLowerCase() }, ...cell(one))));
  }

  /** @param {string} next */
  _moreButton(next) {
    return button(words.more, async () => {
      const page = await this.source.ask({ where: this.where, after: next });
      const first = this.seen.length;
      this._append(page);
      say(words.added(page.standings.length));
      this._focus(first);
    });
  }

  /**
   * The way to your row when it is not loaded, and back.
   * @param {boolean} played
   * @param {boolean} there
   */
  _aroundButton(played, there) {
    if (!this.source.around || !played) return null;
    const where = this.where === 'top' ? 'around' : 'top';
    if (where === 'around' && there) return null;
    return button(where === 'around' ? words.aroundMe : words.top, async () => {
      const board = await this.source.ask({ where });
      this.where = where;
      this.show(board);
      this._focus(Math.max(0, this.seen.findIndex((one) => one.yours && where === 'around')));
    });
  }

  /** The row one has come to. @param {number} at */
  _focus(at) {
    const row = this.rows.children[at];
    if (!(row instanceof HTMLElement)) return;
    row.scrollIntoView({ block: 'center' });
    row.tabIndex = -1;
    row.focus({ preventScroll: true });
  }
}

/**
 * A row is the same as long as its attempt, or its player on a board by points.
 * @param {Row} one
 */
const keyOf = (one) => ('attempt' in one ? String(one.attempt) : one.player);

/** @param {Row[]} rows */
function tiedRanks(rows) {
  const ranks = rows.map((one) => one.rank);
  return new Set(ranks.filter((rank, i) => ranks.indexOf(rank) !== i));
}

/** @param {Row} one */
function nameOf({ player, yours }) {
  const name = h('bdi', {}, yours ? words.you(player) : player);
  return player === DELETED ? name : h('a', { href: `/players/${encodeURIComponent(player)}` }, name);
}

/**
 * @param {string} text
 * @param {() => Promise<void>} act
 */
function button(text, act) {
  const made = h('button', { type: 'button', class: 'button' }, text);
  made.addEventListener('click', () => {
    made.disabled = true;
    void act().finally(() => { made.disabled = false; });
  });
  return made;
}
