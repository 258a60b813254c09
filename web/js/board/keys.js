// @ts-check
/** The keyboard on the table (web.md, 2): arrows move the one tab stop, single letters act only here. */

import { settings } from '../settings.js';

/** @typedef {Record<string, () => void>} Actions */

/**
 * @param {import('./view.js').Board} board
 * @param {import('../hand.js').Hand} hand
 * @param {Actions} actions what letters do besides the hand: `U`, `F`, `M`, `B`, `S`, `T`, `?`
 */
export function listenKeys(board, hand, actions) {
  const walk = walker(board);
  /** @type {Actions} */
  const keys = {
    ArrowLeft: () => walk.piles(-1), ArrowRight: () => walk.piles(1), ArrowUp: () => walk.cards(-1), ArrowDown: () => walk.cards(1),
    Home: () => walk.to(0), End: () => walk.to(-1), Escape: () => hand.release(),
    D: () => hand.turn(), H: () => hand.sendHome(walk.pile()), W: () => walk.pileOrPut('W', hand), R: () => walk.pileOrPut('R', hand),
    0: () => walk.pileOrPut('R', hand), ...actions,
  };
  board.mat.addEventListener('keydown', (event) => {
    const act = actOf(event, keys, (pile) => walk.pileOrPut(pile, hand));
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/**
 * @param {KeyboardEvent} event
 * @param {Actions} keys
 * @param {(pile: string) => void} column
 * @returns {(() => void) | undefined}
 */
function actOf(event, keys, column) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (event.ctrlKey || event.metaKey) return key === 'Z' && !event.shiftKey ? keys.U : undefined;
  if (event.altKey || (key.length === 1 && key !== ' ' && !settings.letters)) return undefined;
  return /^[1-9]$/.test(key) ? () => column(`T${key}`) : keys[key];
}

/** @param {import('./view.js').Board} board */
function walker(board) {
  const active = () => document.activeElement;
  const row = () => board.stops().findIndex((stop) => stop.nodes.some((node) => node === active()));
  const show = (/** @type {HTMLElement | undefined} */ node) => node && board.focus(node);
  return {
    pile: () => board.stops()[row()]?.pile ?? '',
    piles: (/** @type {number} */ by) => {
      const stops = board.stops();
      show(stops[(row() + by + stops.length) % stops.length]?.nodes.at(-1));
    },
    cards: (/** @type {number} */ by) => {
      const nodes = board.stops()[row()]?.nodes ?? [];
      show(nodes[nodes.findIndex((node) => node === active()) + by]);
    },
    to: (/** @type {number} */ i) => show(board.stops().at(i)?.nodes.at(-1)),
    pileOrPut: (/** @type {string} */ pile, /** @type {import('../hand.js').Hand} */ hand) => {
      if (hand.held && hand.put(pile)) return;
      show(board.stops().find((stop) => stop.pile === pile)?.nodes.at(-1));
    },
  };
}
