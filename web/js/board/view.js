// @ts-check
/** The table on the mat: one node for each card, kept and moved; draws a picture, idempotently. */

import { SUITS, liftsOf, stockMove } from '../cards.js';
import { h, put } from '../html.js';
import { icon } from '../icons.js';
import { pileOf } from '../table-state.js';
import { isHeld, pileLabel, slotLabel } from './a11y.js';
import { dealt, flip, isStill, settle, travel } from './anim.js';
import { frameOf, planOf } from './layout.js';
import { at, captions, foundationMarks, targets } from './marks.js';
import { dressBack, dressFace, fade, keyOf, makeCard, makeSlot, pileOfKey } from './nodes.js';
import { PaceLine } from './pace.js';
import { follow, settings } from '../settings.js';

/** @typedef {import('./layout.js').Plan} Plan */
/** @typedef {import('./layout.js').Spot} Spot */
/** @typedef {import('../cards.js').Held} Held */
/** @typedef {import('../messages').Variant} Variant */
/** @typedef {import('../messages').GameEvent} GameEvent */

/**
 * @typedef {object} Picture what is to be seen
 * @property {import('../messages').Piles} piles
 * @property {string} base
 * @property {string[]} legal
 * @property {{n: number, of: number | null} | null} pass
 * @property {Held | null} held
 * @property {GameEvent[]} events what led here, for the motion
 * @property {number} home
 * @property {boolean} fresh whether the events have just happened
 * @property {boolean} busy the stock's answer is awaited
 */

/** One mat. */
export class Board {
  /**
   * @param {HTMLElement} mat
   * @param {Variant} variant
   * @param {{readOnly?: boolean, head?: number, pace?: boolean}} [wish]
   */
  constructor(mat, variant, wish = {}) {
    this.mat = mat;
    this.variant = variant;
    this.wish = wish;
    /** @type {Picture | null} */
    this.picture = null;
    /** @type {Plan} */
    this.plan = { spots: [], slots: [], areas: [], ends: {} };
    /** @type {import('./layout.js').Frame | null} */
    this.frame = null;
    /** @type {Map<string, HTMLElement>} */
    this.nodes = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.slots = new Map();
    /** @type {Map<string, {x: number, y: number}>} */
    this.places = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.groups = new Map();
    this.marks = h('div', { class: 'marks', 'aria-hidden': 'true' });
    this.pace = wish.pace === false ? null : new PaceLine();
    /** @type {import('./pace.js').Rival | null} */
    this.rival = null;
    this.cursor = '';
    mat.dataset.variant = variant.key;
    put(mat, this.marks, this.pace?.element, ...this._makeGroups());
    this.watch = new ResizeObserver(() => this._measure());
    this.watch.observe(mat);
    follow(() => this._measure());
  }

  /**
   * Shows a picture; cards that lie elsewhere than before travel there.
   * @param {Picture} picture
   */
  draw(picture) {
    this.picture = picture;
    if (!this.frame) this._measure();
    else this._draw(true);
  }

  /**
   * Shows another's pace beside ours.
   * @param {import('./pace.js').Rival | null} rival
   */
  race(rival) {
    this.rival = rival;
    if (this.picture) this.pace?.draw(this.picture.home, rival);
  }

  /**
   * Lets the held cards follow the pointer.
   * @param {Held} held
   * @param {number} dx
   * @param {number} dy
   */
  drag(held, dx, dy) {
    for (const spot of this.spotsOf(held)) {
      const node = this.nodes.get(spot.key);
      if (!node) continue;
      node.style.translate = `${dx}px ${dy}px`;
      node.classList.add('dragged');
      this.places.set(spot.key, { x: spot.x + dx, y: spot.y + dy });
    }
  }

  /**
   * Where the held cards lie in the plan, the lowest first.
   * @param {Held} held
   */
  spotsOf(held) {
    return this.plan.spots.filter((spot) => spot.pile === held.pile && spot.card).slice(-held.n);
  }

  /**
   * How many cards a node stands for: itself and all that lies on it; 0 for an empty place.
   * @param {HTMLElement} node
   */
  liftOf(node) {
    if (!node.dataset.card || node.dataset.pile === 'F') return 0;
    return this.plan.spots.filter((spot) => spot.pile === node.dataset.pile).length - this._rowOf(node);
  }

  /**
   * The nodes that can have the focus, by place: each pile's, left to right, upper row first.
   * @returns {{id: string, pile: string, nodes: HTMLElement[]}[]}
   */
  stops() {
    const rows = this.plan.slots.map((slot) => ({ ...slot, nodes: this._focusable(slot) }));
    rows.sort((a, b) => a.y - b.y || a.x - b.x);
    return rows.filter((row) => row.nodes.length);
  }

  /**
   * Moves the one tab stop, and the focus with it.
   * @param {HTMLElement} node
   */
  focus(node) {
    this._setCursor(node);
    node.focus({ preventScroll: true });
  }

  /**
   * The card or slot node of a pile that shakes when it cannot do what was asked.
   * @param {string} pile
   */
  topOf(pile) {
    const spot = this.plan.spots.filter((one) => one.pile === pile).at(-1);
    return (spot && this.nodes.get(spot.key)) ?? this.slots.get(pile) ?? null;
  }

  /** @param {HTMLElement} node */
  _rowOf(node) {
    return this.plan.spots.filter((spot) => spot.pile === node.dataset.pile).findIndex((spot) => spot.card === node.dataset.card);
  }

  _measure() {
    const size = { width: this.mat.clientWidth, height: this.mat.clientHeight };
    if (!size.width || !size.height) return;
    this.frame = frameOf(size, this.variant, { ...this.wish, mirror: settings.mirror });
    this.mat.dataset.mode = this.frame.mode;
    this.mat.dataset.size = `${size.width}x${size.height}`;
    this.mat.style.setProperty('--w', `${this.frame.w}px`);
    this.mat.style.setProperty('--h', `${this.frame.h}px`);
    this.mat.style.setProperty('--edge', `${this.frame.x0}px`);
    this._draw(false);
  }

  /** @param {boolean} moving */
  _draw(moving) {
    const picture = this.picture, frame = this.frame;
    if (!picture || !frame) return;
    settle();
    const focused = this.mat.contains(document.activeElement), before = new Map(this.places);
    this.plan = planOf(frame, this.variant, picture.piles, (pile) => liftsOf(picture.legal, pile));
    this._placeSlots(picture);
    for (const spot of this.plan.spots) this._placeCard(spot, picture);
    this._order();
    this._retire(moving);
    if (moving) this._animate(before, picture.fresh ? picture.events : []);
    this._outline(picture.events);
    this._decorate(picture);
    this._keepFocus(focused, picture);
  }

  _makeGroups() {
    const piles = ['F', 'S', 'W', 'R', ...this.variant.columns.map((_, i) => `T${i + 1}`)];
    const shown = piles.filter((pile) => pile.startsWith('T') || this.variant.piles.includes(pile));
    return shown.map((pile) => this._group(pile));
  }

  /** @param {string} pile */
  _group(pile) {
    const group = h('div', { role: 'group', 'data-pile': pile });
    this.groups.set(pile, group);
    return group;
  }

  /** @param {Picture} picture */
  _placeSlots(picture) {
    for (const { id, pile, x, y } of this.plan.slots) {
      const slot = this.slots.get(id) ?? this._addSlot(id, pile);
      at(slot, x, y);
      slot.style.zIndex = String(pile === 'F' ? SUITS.indexOf(id[1]) * 2 : 0);
      slot.inert = this.plan.spots.some((spot) => spot.pile === pile && (pile !== 'F' || spot.card?.[1] === id[1]));
      slot.setAttribute('aria-label', slotLabel(id, picture, this.variant));
      if (pile === 'F') put(slot, ...foundationMarks(id[1], picture.base));
      if (id === 'S') put(slot, stockMove(picture.legal) ? icon('practice') : '–');
    }
    for (const [pile, group] of this.groups) group.setAttribute('aria-label', pileLabel(pile, picture));
  }

  /**
   * @param {Spot} spot
   * @param {Picture} picture
   */
  _placeCard(spot, picture) {
    const node = this.nodes.get(spot.key) ?? this._addCard(spot);
    const all = (pileOf(picture.piles, spot.pile).up?.length ?? 0) + (pileOf(picture.piles, spot.pile).down ?? 0);
    at(node, spot.x, spot.y);
    node.style.translate = '';
    node.style.zIndex = String(spot.pile === 'F' ? spot.index * 2 + 1 : spot.index + 1);
    node.style.setProperty('--strip', spot.strip.toFixed(1));
    node.dataset.pile = spot.pile;
    node.dataset.index = String(spot.index);
    this.places.set(spot.key, { x: spot.x, y: spot.y });
    if (spot.card) dressFace(node, spot, picture, isHeld(spot, picture, all));
    else dressBack(node, spot, picture, this.variant);
  }

  /** @param {Spot} spot */
  _addCard(spot) {
    const node = makeCard(spot, !this.wish.readOnly);
    this.nodes.set(spot.key, node);
    return node;
  }

  /**
   * @param {string} id
   * @param {string} pile
   */
  _addSlot(id, pile) {
    const slot = makeSlot(id, pile, this.variant, !this.wish.readOnly);
    this.slots.set(id, slot);
    this.groups.get(pile)?.prepend(slot);
    return slot;
  }

  /** Puts the nodes into their piles in the order in which they lie. */
  _order() {
    for (const [pile, group] of this.groups) {
      const wanted = this.plan.spots.filter((spot) => spot.pile === pile).map((spot) => this.nodes.get(spot.key));
      let next = /** @type {Element | null} */ (group.firstElementChild);
      while (next?.classList.contains('slot')) next = next.nextElementSibling;
      for (const node of wanted) {
        if (node === next) next = next?.nextElementSibling ?? null;
        else if (node) group.insertBefore(node, next);
      }
    }
  }

  /**
   * Takes away the nodes of cards that no longer show; one that is being covered stays until it is.
   * @param {boolean} moving
   */
  _retire(moving) {
    const shown = new Set(this.plan.spots.map((spot) => spot.key));
    for (const [key, node] of this.nodes) {
      if (shown.has(key)) continue;
      this.nodes.delete(key);
      this.places.delete(key);
      if (moving && node.dataset.pile === 'F' && !isStill()) fade(node);
      else node.remove();
    }
  }

  /**
   * @param {Map<string, {x: number, y: number}>} before
   * @param {GameEvent[]} events
   */
  _animate(before, events) {
    const turned = events.flatMap((event) => (event.event === 'turned' ? event.cards : []));
    const stock = this.plan.slots.find((slot) => slot.id === 'S') ?? { x: 0, y: 0 };
    for (const spot of this.plan.spots) {
      const node = this.nodes.get(spot.key), was = before.get(spot.key);
      if (!node) continue;
      const order = spot.card ? turned.indexOf(spot.card) : -1;
      if (order >= 0) dealt(node, stock.x - spot.x, stock.y - spot.y, order);
      else if (!was && spot.card && spot.pile !== 'F' && spot.pile !== 'W' && before.size) flip(node, true);
      else if (was && (was.x !== spot.x || was.y !== spot.y)) travel(node, was.x - spot.x, was.y - spot.y);
    }
  }

  /**
   * Marks the cards that moved last for a while.
   * @param {GameEvent[]} events
   */
  _outline(events) {
    for (const event of events) {
      const cards = event.event === 'moved' ? event.cards : event.event === 'filled' ? [event.card] : [];
      for (const card of cards) this.nodes.get(card)?.classList.add('last');
    }
  }

  /** @param {Picture} picture */
  _decorate(picture) {
    const frame = this.frame;
    if (!frame) return;
    const scene = { frame, plan: this.plan, picture, variant: this.variant };
    this.pace?.draw(picture.home, this.rival);
    put(this.marks, ...captions(scene), ...(this.wish.readOnly ? [] : targets(scene)));
    for (const spot of this.plan.spots) if (spot.thin && spot.card) this._markFolded(spot.pile, picture);
  }

  /**
   * In a folded column the cards that can be picked up carry a mark.
   * @param {string} pile
   * @param {Picture} picture
   */
  _markFolded(pile, picture) {
    const spots = this.plan.spots.filter((spot) => spot.pile === pile), lifts = liftsOf(picture.legal, pile);
    for (const lift of lifts) this.nodes.get(spots[spots.length - lift]?.key ?? '')?.classList.add('can');
  }

  /** @param {{id: string, pile: string}} slot */
  _focusable({ id, pile }) {
    const spots = this.plan.spots.filter((spot) => spot.pile === pile && (spot.card || pile === 'S') && (pile !== 'F' || spot.card?.[1] === id[1]));
    const shown = pile === 'W' ? spots.slice(-1) : spots;
    const nodes = shown.map((spot) => this.nodes.get(spot.key)).filter((node) => node instanceof HTMLButtonElement);
    const slot = this.slots.get(id);
    return nodes.length || !(slot instanceof HTMLButtonElement) || slot.inert ? nodes : [slot];
  }

  /** @param {HTMLElement} node */
  _setCursor(node) {
    for (const old of this.mat.querySelectorAll('[tabindex="0"]')) old.setAttribute('tabindex', '-1');
    node.setAttribute('tabindex', '0');
    this.cursor = keyOf(node);
  }

  /**
   * The focus goes with the moved card, else stays at its place; it is never lost.
   * @param {boolean} focused
   * @param {Picture} picture
   */
  _keepFocus(focused, picture) {
    if (this.wish.readOnly) return;
    const stops = this.stops(), nodes = stops.flatMap((stop) => stop.nodes);
    const news = picture.fresh ? picture.events : [];
    const carried = this.nodes.get(news.flatMap((e) => ('cards' in e && Array.isArray(e.cards) ? e.cards.at(-1) ?? '' : []))[0] ?? '');
    const kept = nodes.find((node) => keyOf(node) === this.cursor) ?? stops.find((stop) => stop.pile === pileOfKey(this.cursor))?.nodes.at(-1);
    const node = (focused && carried && nodes.includes(carried) ? carried : kept) ?? stops.find((stop) => stop.pile === 'T1')?.nodes.at(-1) ?? nodes[0];
    if (!node) return;
    this._setCursor(node);
    if (focused && document.activeElement !== node) node.focus({ preventScroll: true });
  }
}
