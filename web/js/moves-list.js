// @ts-check
/** Every legal move as a real button: play without dragging, aiming or seeing (web.md, 2). */

import { board, capital, moveWords, play } from './copy.js';
import { parseMove } from './cards.js';
import { h, put } from './html.js';
import { liftedCard } from './table-state.js';

/** @typedef {import('./table-state.js').Table} Table */

/** The section that lists the moves. */
export class MovesList {
  /**
   * @param {import('./messages').Variant} variant
   * @param {(move: string) => void} send
   */
  constructor(variant, send) {
    this.variant = variant;
    this.send = send;
    this.list = h('ol');
    this.element = h('section', { class: 'box moves-list', id: 'moves', 'aria-label': play.movesList, hidden: true },
      h('h2', {}, play.movesTitle), this.list);
    this.shown = '';
  }

  /**
   * @param {Table} table
   * @param {string[]} legal
   */
  draw(table, legal) {
    const shown = JSON.stringify([legal, table.undo, table.piles]);
    if (shown === this.shown) return;
    this.shown = shown;
    const inside = this.element.contains(document.activeElement);
    put(this.list, ...this._items(table, legal));
    if (inside) (this.list.querySelector('button') ?? this.element).focus();
  }

  /** Shows or hides it. */
  toggle() {
    this.element.hidden = !this.element.hidden;
    if (!this.element.hidden) this.list.querySelector('button')?.focus();
    return !this.element.hidden;
  }

  /**
   * @param {Table} table
   * @param {string[]} legal
   */
  _items(table, legal) {
    const moves = [...legal, ...(table.undo && legal.length ? ['U'] : [])];
    if (!moves.length) return [h('li', { class: 'note' }, play.noMoves)];
    return moves.map((text) => h('li', {}, h('button', { type: 'button', 'data-move': text, onclick: () => this.send(text) }, this._words(text, table))));
  }

  /**
   * @param {string} text
   * @param {Table} table
   */
  _words(text, table) {
    if (text === 'U') return play.undo;
    const move = parseMove(text);
    if (move.to === 'S') return capital(board.again);
    if (move.from !== 'S') return moveWords(liftedCard(table.piles, move), move.n, move.from, move.to);
    return `${capital(this.variant.stock_name)}: ${move.to === 'T' ? board.deal : board.turn(this.variant.turn)}`;
  }
}
