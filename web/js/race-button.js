// @ts-check
/** The button that deals a final game for practice, with a run as the pace line. */

import { h, setText } from './html.js';
import { keepFirst, sentenceOf } from './chrome.js';

/**
 * @param {string} words
 * @param {string} game `2026-11-30/kansas`
 * @param {number} ghost the attempt to race
 */
export function raceButton(words, game, ghost) {
  const trouble = h('p', { class: 'trouble', role: 'alert' }), button = h('button', { type: 'button', class: 'button race' }, words);
  button.addEventListener('click', () => void begin(button, game, ghost).catch((error) => {
    button.disabled = false;
    if (!keepFirst(error, location.pathname)) setText(trouble, sentenceOf(error));
  }));
  return h('div', {}, button, trouble);
}

/**
 * @param {HTMLButtonElement} button
 * @param {string} game
 * @param {number} ghost
 */
async function begin(button, game, ghost) {
  button.disabled = true;
  const { race } = await import('./race.js');
  await race(game, ghost);
}
