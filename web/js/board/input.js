// @ts-check
/** Mouse, pen and finger on the mat: taps and drags, both at any time (web.md, 6.3). */

import { areaAt, dropOn, snap } from './aim.js';
import { movesOf } from '../cards.js';

/** @typedef {import('../cards.js').Held} Held */
/** @typedef {{id: number, x: number, y: number, moved: boolean, held: Held | null, pile: string, n: number}} Press */

const NEAR = 4;
const NEAR_TOUCH = 10;
const CLEAR = 12;
const LONG_PRESS = 450;

/**
 * Listens on the board's mat and lets the hand act.
 * @param {import('./view.js').Board} board
 * @param {import('../hand.js').Hand} hand
 * @param {(pile: string) => void} peek
 */
export function listen(board, hand, peek) {
  new Pointers(board, hand, peek);
}

class Pointers {
  /**
   * @param {import('./view.js').Board} board
   * @param {import('../hand.js').Hand} hand
   * @param {(pile: string) => void} peek
   */
  constructor(board, hand, peek) {
    this.board = board;
    this.hand = hand;
    this.peek = peek;
    /** @type {Press | null} */
    this.press = null;
    this.pending = 0;
    this.long = 0;
    const mat = board.mat, cancel = () => this._cancel();
    mat.addEventListener('pointerdown', (event) => this._down(event));
    mat.addEventListener('pointermove', (event) => this._move(event));
    mat.addEventListener('pointerup', (event) => this._up(event));
    mat.addEventListener('pointercancel', cancel);
    mat.addEventListener('lostpointercapture', cancel);
    mat.addEventListener('click', (event) => this._click(event));
    mat.addEventListener('contextmenu', (event) => this._menu(event));
    addEventListener('blur', cancel);
    document.addEventListener('visibilitychange', cancel);
  }

  /** @param {PointerEvent} event */
  _down(event) {
    if (this.press) return this._cancel();
    if (event.button !== 0 || !event.isPrimary) return;
    const { x, y } = this._point(event), spot = this._spotAt(x, y);
    this.press = { id: event.pointerId, x, y, moved: false, held: null, ...spot };
    this.long = setTimeout(() => this._hold(), LONG_PRESS);
    this._focusOn(event);
  }

  /** @param {PointerEvent} event */
  _move(event) {
    const press = this.press;
    if (!press || press.id !== event.pointerId) return;
    const { x, y } = this._point(event), dx = x - press.x, dy = y - press.y;
    if (!press.moved && Math.hypot(dx, dy) < (event.pointerType === 'touch' ? NEAR_TOUCH : NEAR)) return;
    if (!press.moved) this._begin(press, event.pointerId);
    if (press.held) this._follow(press.held, dx, dy);
  }

  /** @param {PointerEvent} event */
  _up(event) {
    const press = this.press;
    if (!press || press.id !== event.pointerId) return;
    this._forget();
    if (!press.moved) return this._tap(press);
    if (press.held) this._drop(press.held, this._point(event), press);
  }

  /**
   * A click that no pointer made: Enter, Space, a screen reader, a switch.
   * @param {MouseEvent} event
   */
  _click(event) {
    if (event.detail !== 0 || !(event.target instanceof Element)) return;
    const node = event.target.closest('button');
    if (node instanceof HTMLElement && node.dataset.pile) this.hand.tap(node.dataset.pile, this.board.liftOf(node));
  }

  /** @param {Press} press */
  _tap(press) {
    if (press.pile) this.hand.tap(press.pile, press.n);
    else this.hand.release();
  }

  /**
   * @param {Press} press
   * @param {number} pointer
   */
  _begin(press, pointer) {
    press.moved = true;
    clearTimeout(this.long);
    const held = { pile: press.pile, n: press.n };
    if (!press.pile || press.pile === 'S' || !this.hand.take(held)) return;
    press.held = held;
    this.board.mat.setPointerCapture(pointer);
  }

  /**
   * @param {Held} held
   * @param {number} dx
   * @param {number} dy
   */
  _follow(held, dx, dy) {
    cancelAnimationFrame(this.pending);
    this.pending = requestAnimationFrame(() => this.board.drag(held, dx, dy));
  }

  /**
   * @param {Held} held
   * @param {{x: number, y: number}} point
   * @param {Press} press
   */
  _drop(held, point, press) {
    const { plan, frame } = this.board, lead = this.board.spotsOf(held)[0];
    if (!lead || !frame || !this.hand.held) return this.hand.release();
    this.board.drag(held, point.x - press.x, point.y - press.y);
    const box = { x: lead.x + point.x - press.x, y: lead.y + point.y - press.y, w: frame.w, h: frame.h };
    const goals = new Set(movesOf(this.hand.table.legal(), held).map((move) => move.to));
    const pile = dropOn(plan.areas.filter((area) => goals.has(area.pile)), box);
    if (!pile || !this.hand.put(pile)) this.hand.release();
  }

  /** Whatever interrupts: no ghost, nothing held by the pointer. */
  _cancel() {
    const press = this.press;
    this._forget();
    if (press?.held) this.hand.release();
  }

  _forget() {
    this.press = null;
    clearTimeout(this.long);
    cancelAnimationFrame(this.pending);
  }

  /** A finger that rests on a pile looks into it. */
  _hold() {
    const pile = this.press?.pile;
    this._cancel();
    if (pile) this.peek(pile);
  }

  /**
   * The right button, or the menu key on a card, looks into the pile.
   * @param {MouseEvent} event
   */
  _menu(event) {
    event.preventDefault();
    const { x, y } = this._point(event), area = areaAt(this.board.plan, x, y);
    this._cancel();
    if (area) this.peek(area.pile);
  }

  /** @param {MouseEvent} event */
  _point(event) {
    const box = this.board.mat.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /**
   * The pile under a point and how many cards the tap means.
   * @param {number} x
   * @param {number} y
   * @returns {{pile: string, n: number}}
   */
  _spotAt(x, y) {
    const area = areaAt(this.board.plan, x, y);
    if (!area) return { pile: '', n: 0 };
    const { pile, tops } = area, all = tops.length;
    if (pile === 'S' || pile === 'F') return { pile, n: 0 };
    if (pile === 'W') return { pile, n: 1 };
    const bottom = tops[all - 1] + (this.board.frame?.h ?? 0), held = this.hand.held;
    if (y > bottom + CLEAR && (!held || held.pile === pile)) return { pile: '', n: 0 };
    const index = snap(tops, bottom, this.hand.lifts(pile).map((n) => all - n), y);
    return { pile, n: index === null ? all - tops.filter((top) => y >= top).length + 1 : all - index };
  }

  /**
   * The touched card becomes the tab stop, so that keys go on from there.
   * @param {PointerEvent} event
   */
  _focusOn(event) {
    const node = event.target instanceof Element ? event.target.closest('button') : null;
    if (node instanceof HTMLElement && this.board.mat.contains(node)) this.board.focus(node);
    event.preventDefault();
  }
}
