// @ts-check
/** What is shown instead of a replay that is sealed, or that there is not. */

import * as words from './copy/replay.js';
import { get, me, serverNow, variants } from './api.js';
import { h, setText } from './html.js';
import { icon } from './icons.js';
import { nav } from './copy.js';
import { showPage } from './chrome.js';

/** There is no such run. */
export async function showGone() {
  const main = h('main', { class: 'narrow' }, h('section', { class: 'box' }, h('h1', {}, words.gone), h('p', {}, words.goneText),
    h('p', { class: 'row' }, h('a', { class: 'button go', href: '/' }, nav.today), h('a', { class: 'button', href: '/leaderboards' }, nav.boards))));
  showPage({ page: 'boards', title: words.gone, player: await me() }, main);
}

/**
 * Whose run it is, and when it opens; then the page opens it by itself.
 * @param {string} id
 * @param {string | null} opensAt null when that is at the end of the run
 */
export async function showSealed(id, opensAt) {
  /** @type {[import('./messages').Attempt, import('./messages').Variant[], import('./messages').Player | null]} */
  const [attempt, all, player] = await Promise.all([get(`/api/attempts/${encodeURIComponent(id)}`), variants(), me()]);
  const variant = all.find((one) => one.key === attempt.variant) ?? all[0], until = h('p', { class: 'until' });
  const main = h('main', { class: 'narrow' }, h('section', { class: 'box sealed', 'data-variant': variant.key }, h('h1', {}, icon('lock'), words.sealedTitle),
    h('p', {}, h('b', {}, h('bdi', {}, attempt.player)), ` · ${words.of(variant.title, attempt.game, attempt.kind)}${attempt.result ? ` · ${words.result(attempt.result)}` : ''}`),
    until, opensAt && h('p', { class: 'note' }, words.sealedNote), h('p', { class: 'row' }, ...ways(attempt, player))));
  showPage({ page: 'boards', title: words.sealedTitle, player }, main);
  if (opensAt) countDown(until, opensAt);
  else setText(until, words.notEnded);
}

/**
 * @param {import('./messages').Attempt} attempt
 * @param {import('./messages').Player | null} player
 */
function ways({ id, game, status, player: owner }, player) {
  const board = game && `/leaderboards/${game.split('/').reverse().join('/')}`, mine = status !== 'ended' && owner === player?.name;
  return [mine && h('a', { class: 'button go', href: `/play/${id}` }, words.goOn), board && h('a', { class: 'button', href: board }, words.board), h('a', { class: 'button', href: '/' }, nav.today)];
}

/**
 * Tells how long it still takes; opens the replay when the time comes while somebody waits.
 * @param {HTMLElement} until
 * @param {string} opensAt
 */
function countDown(until, opensAt) {
  const due = Date.parse(opensAt), left = () => due - serverNow();
  setText(until, words.sealedUntil(opensAt, left()));
  if (left() <= 0) return until.append(' ', h('a', { href: location.href }, words.openNow));
  const ticking = setInterval(() => {
    setText(until, words.sealedUntil(opensAt, left()));
    if (left() > 0) return;
    clearInterval(ticking);
    location.reload();
  }, 1000);
}
