// @ts-check
/** How anybody checks a run at home (product.md: one command, offline). */

import * as words from './copy/replay.js';
import { get } from './api.js';
import { h, setText } from './html.js';
import { recordLink } from './record-link.js';
import { open } from './dialogs.js';
import { say } from './chrome.js';

/**
 * Tells how to verify a run, with the commitment of its game.
 * @param {import('./messages').Attempt} attempt
 */
export async function showVerify({ id, game, kind }) {
  /** @type {import('./messages').DayGame | null} */
  const played = game && kind === 'ranked' ? await get(`/api/games/${game}`) : null;
  const command = words.command(id, played?.commitment ?? null);
  const copy = h('button', { type: 'button', class: 'button' }, words.copyCommand);
  copy.addEventListener('click', () => void copyText(command, copy));
  return open(words.verifyTitle, [
    h('ol', { class: 'steps' }, h('li', {}, words.verifySteps[0], h('p', {}, recordLink(id))),
      h('li', {}, words.verifySteps[1], h('code', { tabindex: 0 }, command), h('p', {}, copy))),
    h('p', { class: 'note' }, played ? words.verifyCommitment : words.verifyPractice, ' ', h('a', { href: '/fairness' }, words.verifyMore)),
  ], [['', words.close, 'button']]);
}

/**
 * @param {string} text
 * @param {HTMLElement} button
 */
async function copyText(text, button) {
  await navigator.clipboard.writeText(text);
  setText(button, words.commandCopied);
  say(words.commandCopied);
}
