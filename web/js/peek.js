// @ts-check
/** A pile opened as a sheet of whole cards, to look at and put away. */

import { board as words, play } from './copy.js';
import { faceClass, faceMarks } from './cards.js';
import { cardWords } from './copy.js';
import { h } from './html.js';
import { open } from './dialogs.js';
import { pileLabel } from './board/a11y.js';
import { pileOf } from './table-state.js';

/**
 * @param {string} pile
 * @param {import('./board/view.js').Picture} picture
 * @param {string} variant
 */
export function peek(pile, picture, variant) {
  const { up = [], down = 0 } = pileOf(picture.piles, pile);
  if (!up.length || document.querySelector('dialog[open]')) return;
  const cards = up.map((card) => h('li', { class: faceClass(card), role: 'listitem', 'aria-label': cardWords(card) }, ...faceMarks(card)));
  const sheet = h('ol', { class: 'mat peek', 'data-variant': variant, tabindex: 0, 'aria-label': pileLabel(pile, picture) }, ...cards);
  void open(pileLabel(pile, picture), [down > 0 && h('p', { class: 'note' }, words.faceDown(down)), sheet], [['', play.close, 'button']]);
}
