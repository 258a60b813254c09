// @ts-check
/** What is fixed beforehand and how to check it, with today's commitments and a game that is open to be checked. */

import * as words from './copy/fairness.js';
import { day as askDay } from './api.js';
import { h, put } from './html.js';
import { showError, showPage } from './chrome.js';

/** @typedef {import('./messages').Day} Day */
/** @typedef {import('./messages').DayGame} DayGame */

open().catch(showError);

async function open() {
  const today = await askDay('today'), past = today.previous ? await askDay(today.previous) : null;
  const shown = past?.games.find((game) => game.secret) ?? null;
  const main = h('main', { class: 'page reading' }, h('div', { class: 'title' }, h('h1', {}, words.title), h('p', {}, words.idea)),
    h('ol', { class: 'steps' }, ...words.steps.map(([title, text]) => h('li', { class: 'box' }, h('h2', {}, title), h('p', {}, text)))),
    h('p', { class: 'note' }, words.limits), commitments(today), byHand(shown), verify(), deeper());
  showPage({ page: 'fairness', title: words.title, player: today.player }, main);
}

/** @param {Day} today */
function commitments({ games, final_at: finalAt }) {
  const rows = games.map(({ variant, title, commitment }) => [h('dt', { 'data-variant': variant }, h('i', { class: 'swatch' }), title), h('dd', {}, h('code', {}, commitment))]);
  return box(words.todayTitle, h('dl', { class: 'commitments' }, ...rows.flat()), h('p', { class: 'note' }, words.todayNote(finalAt)),
    h('p', {}, h('a', { href: '/api/commitments' }, words.allCommitments)));
}

/** @param {DayGame | null} game one that is final */
function byHand(game) {
  return box(words.handTitle, h('p', {}, words.handText), command(words.pattern), ...(game ? example(game) : [h('p', { class: 'note' }, words.noExample)]));
}

/** @param {DayGame} game */
function example(game) {
  const text = textOf(game), answer = h('p', { class: 'answer', role: 'status' });
  const button = h('button', { class: 'button', type: 'button' }, words.checkHere);
  button.addEventListener('click', () => void sha256(text).then((hash) => put(answer, h('code', {}, hash), ' ', hash === game.commitment ? words.agrees : words.differs)));
  return [h('p', {}, words.example(game.title, game.date)), command(`printf '%s' '${text}' | sha256sum`), h('p', {}, words.mustGive), h('p', {}, h('code', { class: 'published' }, game.commitment)),
    window.isSecureContext && h('div', {}, button, answer)];
}

/** What is hashed (rules.md, the shuffle). @param {DayGame} game */
const textOf = ({ variant, date, solver_version: solver, node_budget: budget, secret }) => `samedeal-commit/1|${variant}|${date}|${solver}|${budget}|${secret}`;

/** @param {string} text */
async function sha256(text) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function verify() {
  return box(words.verifyTitle, h('p', {}, words.verifyText), ...[words.verifyPlain, words.verifyTied, words.verifyRoot].map(command), h('p', {}, words.verifyNote));
}

function deeper() {
  const parts = words.deeper.map(([title, text]) => h('div', {}, h('h3', {}, title), h('p', {}, text)));
  return h('details', { class: 'box' }, h('summary', {}, words.deeperTitle), ...parts);
}

/** @param {string} text */
const command = (text) => h('pre', { tabindex: 0, role: 'group', 'aria-label': text.split(' ')[0] }, h('code', {}, text));

/**
 * @param {string} title
 * @param {...import('./html.js').Child} body
 */
const box = (title, ...body) => h('section', { class: 'box' }, h('h2', {}, title), ...body);
