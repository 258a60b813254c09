// @ts-check
/** What the page knows of a table: one plain value, changed only by `reduce`. */

import { isStockMove, parseMove, suitOf } from './cards.js';

/** @typedef {import('./messages').TableFields} Table */
/** @typedef {import('./messages').ServerMessage} ServerMessage */
/** @typedef {import('./messages').GameEvent} GameEvent */
/** @typedef {import('./messages').Piles} Piles */
/** @typedef {import('./messages').ShownPile} ShownPile */

/**
 * @typedef {object} State
 * @property {Table | null} table the last the server said
 * @property {number} next the ply of the next move
 * @property {{ply: number, move: string} | null} sent our move that is not answered yet
 * @property {{ply: number, move: string, events: GameEvent[]} | null} moved what changed last
 * @property {import('./messages').RefusedMessage | null} refused
 * @property {import('./messages').EndedMessage | null} ended
 * @property {string | null} notice
 * @property {'connecting' | 'open' | 'lost' | 'shut'} link
 */

/** @typedef {{t: 'sent', ply: number, move: string} | {t: 'link', link: State['link']}} OwnMessage */

/** @type {State} */
export const EMPTY = {
  table: null, next: 0, sent: null, moved: null, refused: null, ended: null, notice: null, link: 'connecting',
};

/**
 * The state after a message; changes neither.
 * @param {State} state
 * @param {ServerMessage | OwnMessage} message
 * @returns {State}
 */
export function reduce(state, message) {
  switch (message.t) {
    case 'table': return { ...state, table: message, next: message.ply, sent: null, moved: null, refused: null };
    case 'moved': return moved(state, message);
    case 'refused': return { ...state, sent: null, moved: null, refused: message };
    case 'ended': return { ...state, sent: null, ended: message };
    case 'notice': return { ...state, notice: message.notice };
    case 'sent': return { ...state, sent: { ply: message.ply, move: message.move }, moved: null, refused: null };
    case 'link': return { ...state, link: message.link };
    default: return state;
  }
}

/**
 * @param {State} state
 * @param {import('./messages').MovedMessage} message
 * @returns {State}
 */
function moved(state, message) {
  if (message.ply < state.next) return state;
  const { ply, move, events } = message;
  return { ...state, table: message, next: ply + 1, sent: null, refused: null, moved: { ply, move, events } };
}

/**
 * Whether the player may act now.
 * @param {State} state
 */
export const mayMove = (state) => state.table !== null && state.link === 'open' && state.ended === null;

/**
 * The piles to draw: the server's, with our unanswered move already made as far as its cards are known.
 * @param {State} state
 * @returns {Piles | null}
 */
export function shownPiles(state) {
  if (!state.table) return null;
  return state.sent ? carried(state.table.piles, state.sent.move) : state.table.piles;
}

/**
 * What may be done now: while a move is under way only what it cannot touch, and turning the stock again.
 * @param {State} state
 * @returns {string[]}
 */
export function legalNow(state) {
  if (!state.table || !mayMove(state)) return [];
  const { legal } = state.table, sent = state.sent && parseMove(state.sent.move);
  if (!sent) return legal;
  const touched = new Set([sent.from, sent.to].filter((pile) => pile !== 'F'));
  const apart = (/** @type {string} */ text) => [parseMove(text)].every(({ from, to }) => !touched.has(from) && !touched.has(to));
  return legal.filter((text) => apart(text) || (text === sent.text && isStockMove(sent)));
}

/**
 * Carries the top cards of a pile to another; what only the server knows stays as it is.
 * @param {Piles} piles
 * @param {string} text
 * @returns {Piles}
 */
function carried(piles, text) {
  const move = parseMove(text);
  const up = pileOf(piles, move.from).up ?? [];
  if (move.from === 'S' || move.to === 'S' || up.length < move.n || !move.n) return piles;
  const lifted = up.slice(-move.n);
  return { ...piles, [move.from]: { ...piles[move.from], up: up.slice(0, -move.n) }, [move.to]: laid(piles, move.to, lifted) };
}

/**
 * @param {Piles} piles
 * @param {string} to
 * @param {string[]} cards
 */
function laid(piles, to, cards) {
  if (to === 'F') return { ...piles.F, [suitOf(cards[0])]: cards[0] };
  const pile = pileOf(piles, to);
  return { ...pile, up: [...(pile.up ?? []), ...cards] };
}

/**
 * A pile that is not the foundations; empty when the variant lacks it.
 * @param {Piles} piles
 * @param {string} pile
 * @returns {ShownPile}
 */
export function pileOf(piles, pile) {
  return /** @type {ShownPile} */ (piles[pile] ?? {});
}

/**
 * The cards a move lifts, the lowest first, as far as they are face up.
 * @param {Piles} piles
 * @param {{from: string, n: number}} move
 */
export const liftedCards = (piles, move) => (pileOf(piles, move.from).up ?? []).slice(-move.n);

/**
 * The card a move lifts, when it is face up.
 * @param {Piles} piles
 * @param {{from: string, n: number}} move
 */
export const liftedCard = (piles, move) => (pileOf(piles, move.from).up ?? []).at(-move.n) ?? null;
