// @ts-check
/** What is held, and what a tap, a drop or a key does with it; knows legal moves, no rules. */

import { bestMove, liftsOf, movesOf, stockMove } from './cards.js';
import { settings } from './settings.js';

/** @typedef {import('./cards.js').Held} Held */

/**
 * @typedef {object} Table what the hand acts on
 * @property {() => string[]} legal
 * @property {(move: string) => void} send
 * @property {() => void} changed the held cards are others now
 * @property {(held: Held) => void} tookUp
 * @property {(pile: string, n: number) => void} balked nothing can be done there
 */

/** The player's hand over one table. */
export class Hand {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Held | null} */
    this.held = null;
  }

  /**
   * A tap or Enter on a pile: n cards from its end (0 for the empty place).
   * @param {string} pile
   * @param {number} n
   */
  tap(pile, n) {
    if (pile === 'S') return this.turn();
    if (!this.held) return this._first({ pile, n });
    if (this.held.pile === pile) return this._again(n);
    if (!this.put(pile)) this.take({ pile, n });
  }

  /**
   * Picks cards up, if they can go anywhere.
   * @param {Held} held
   */
  take(held) {
    if (!movesOf(this.table.legal(), held).length) {
      this.release();
      this.table.balked(held.pile, held.n);
      return false;
    }
    this.held = held;
    this.table.tookUp(held);
    this.table.changed();
    return true;
  }

  /**
   * Puts the held cards on a pile; false when they may not go there.
   * @param {string} pile
   */
  put(pile) {
    const move = movesOf(this.table.legal(), this.held).find((one) => one.to === pile);
    if (move) this._send(move.text);
    return Boolean(move);
  }

  /** Turns the stock, deals from it or makes it again. */
  turn() {
    const move = stockMove(this.table.legal());
    if (move) this._send(move.text);
    else this.table.balked('S', 0);
  }

  /**
   * Sends the top card of a pile, or the held one, home.
   * @param {string} pile
   */
  sendHome(pile) {
    const held = this.held ?? { pile, n: 1 };
    const move = movesOf(this.table.legal(), held).find((one) => one.to === 'F');
    if (move) this._send(move.text);
    else this.table.balked(held.pile, held.n);
  }

  /** Puts the cards back where they were. */
  release() {
    if (!this.held) return;
    this.held = null;
    this.table.changed();
  }

  /** Keeps hold only of what can still be moved. */
  refresh() {
    if (this.held && !movesOf(this.table.legal(), this.held).length) this.held = null;
  }

  /**
   * Where a tap on a pile counts: lifts from it, fewest cards first.
   * @param {string} pile
   */
  lifts(pile) {
    return liftsOf(this.table.legal(), pile);
  }

  /**
   * A first tap: picks up, or moves at once what has one place to go when that is wanted.
   * @param {Held} held
   */
  _first(held) {
    const moves = settings.oneTap ? movesOf(this.table.legal(), held) : [];
    if (moves.length === 1) this._send(moves[0].text);
    else this.take(held);
  }

  /**
   * A second tap on the held pile: the best move for the same cards, which stay held when none is best; another choice for others.
   * @param {number} n
   */
  _again(n) {
    const held = /** @type {Held} */ (this.held);
    if (n !== held.n) return this.take({ pile: held.pile, n });
    const move = bestMove(movesOf(this.table.legal(), held), settings.secondTap);
    if (move) this._send(move.text);
    else if (settings.secondTap === 'off') this.release();
    else this.table.tookUp(held);
  }

  /** @param {string} move */
  _send(move) {
    this.held = null;
    this.table.send(move);
  }
}
