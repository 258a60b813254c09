// @ts-check
/** The dialog that asks for a run to compare with: the best, your own, or a pasted link. */

import * as words from './copy/replay.js';
import { get } from './api.js';
import { h, setText } from './html.js';
import { open } from './dialogs.js';
import { runOf } from './ghost.js';

/** @typedef {import('./messages').Attempt} Attempt */
/** @typedef {import('./messages').Standing} Standing */

const BEST = 5;

/**
 * @param {Attempt} attempt the run that is shown
 * @returns {Promise<string>} the number of a run, empty for none
 */
export async function chooseRun(attempt) {
  const runs = await runsBeside(attempt), trouble = h('p', { class: 'trouble', role: 'alert' });
  const field = h('input', { type: 'text', id: 'pasted', inputmode: 'url', autocomplete: 'off' }), show = h('button', { value: 'pasted', class: 'button' }, words.show);
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    show.click();
  });
  show.addEventListener('click', (event) => {
    if (runOf(field.value)) return;
    event.preventDefault();
    setText(trouble, words.notALink);
    field.focus();
  });
  const answer = await open(words.chooseGhost, [
    runs.length ? h('div', { class: 'runs' }, ...runs.map(runButton)) : h('p', { class: 'note' }, words.noRuns),
    h('label', { class: 'paste', for: 'pasted' }, words.paste), h('p', { class: 'row paste-row' }, field, show), trouble,
  ], [['', words.close, 'button']]);
  return answer === 'pasted' ? runOf(field.value) ?? '' : answer;
}

/**
 * The best of the game and your own that may be seen, this one left out.
 * @param {Attempt} attempt
 * @returns {Promise<Standing[]>}
 */
async function runsBeside({ id, game }) {
  if (!game) return [];
  /** @type {import('./messages').Leaderboard | null} */
  const board = await get(`/api/games/${game}/leaderboard?limit=${BEST + 1}`).catch(() => null);
  const best = board?.standings.filter((one) => one.attempt !== id && one.replay).slice(0, BEST) ?? [], yours = board?.yours;
  return yours && yours.attempt !== id && !best.some((one) => one.yours) ? [...best, yours] : best;
}

/** @param {Standing} one */
function runButton({ rank, player, yours, attempt, home, moves, elapsed_ms }) {
  const result = words.result({ outcome: home === 52 ? 'won' : 'given_up', home, moves, elapsed_ms });
  return h('button', { value: String(attempt), class: 'button' }, h('span', {}, h('bdi', {}, words.run(rank, player)), yours && ` · ${words.yours}`), h('small', {}, result));
}
