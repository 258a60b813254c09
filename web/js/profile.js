// @ts-check
/** The page of a player: streaks, points, cards home, the latest results. */

import * as words from './copy/profile.js';
import { Problem, day as askDay, get, variants } from './api.js';
import { addressParts, showError, showPage } from './chrome.js';
import { clock, many, shortDate } from './format.js';
import { h } from './html.js';
import { homeChart } from './chart.js';
import { icon } from './icons.js';
import { resultWords } from './copy.js';

/** @typedef {import('./messages').Profile} Profile */
/** @typedef {import('./messages').StandingInShort} StandingInShort */

/** Whose results are no longer anybody's. */
const DELETED = 'deleted';

open().catch(showError);

async function open() {
  const [name = ''] = addressParts();
  const [all, { player }, profile] = await Promise.all([variants(), askDay('today'), profileOf(name)]);
  const title = profile?.name ?? words.title, own = profile?.name === player?.name;
  showPage({ page: 'profile', title, player }, profile ? shown(profile, new Map(all.map((one) => [one.key, one.title])), own) : nobody(name));
}

/**
 * @param {string} name
 * @returns {Promise<Profile | null>} null when nobody is called so
 */
function profileOf(name) {
  return get(`/api/players/${encodeURIComponent(name)}`).catch((problem) => {
    if (problem instanceof Problem && problem.status === 404) return null;
    throw problem;
  });
}

/** @param {string} name */
function nobody(name) {
  const left = name === DELETED, [before, , after] = words.unknown(name);
  return h('main', { class: 'narrow' }, h('section', { class: 'box' }, h('h1', {}, left ? words.deletedTitle : words.unknownTitle),
    left ? h('p', {}, words.deleted) : h('p', {}, before, h('bdi', {}, name), after),
    h('div', { class: 'row' }, h('a', { class: 'button go', href: '/' }, words.today), h('a', { class: 'button', href: '/leaderboards' }, words.boards))));
}

/**
 * @param {Profile} profile
 * @param {Map<string, string>} titles of the games
 * @param {boolean} own
 */
function shown(profile, titles, own) {
  return h('main', { class: 'profile' },
    h('header', { class: 'title' }, h('div', {}, h('h1', {}, h('bdi', {}, profile.name)), h('p', {}, profile.kept ? words.kept : words.guest, own && `. ${words.you}`)),
      own && h('a', { class: 'button', href: '/account' }, profile.kept ? words.account : words.keep)),
    sums(profile),
    h('div', { class: 'grid' }, results(profile.results, titles),
      profile.played > 0 && h('section', { class: 'box' }, homeChart(words.chart(profile.played), profile.home, null, words.games))));
}

/** @param {Profile} profile */
function sums({ points, wins, played, streaks }) {
  const sum = (/** @type {number} */ value, /** @type {string} */ name, /** @type {number} */ longest = 0) =>
    h('div', {}, h('dt', {}, name), h('dd', {}, h('b', {}, value), longest > value && h('small', {}, words.longest(longest))));
  return h('dl', { class: 'box sums' }, sum(points, words.points), sum(wins, words.wins), sum(played, words.played),
    sum(streaks.played.current, words.inRow, streaks.played.longest), sum(streaks.won.current, words.wonInRow, streaks.won.longest));
}

/**
 * @param {StandingInShort[]} all
 * @param {Map<string, string>} titles
 */
function results(all, titles) {
  const column = (/** @type {string} */ kind, /** @type {string} */ word, /** @type {boolean} */ unseen = false) => h('th', { scope: 'col', class: kind }, unseen ? h('span', { class: 'unseen' }, word) : word);
  const head = h('tr', {}, column('c-game', words.game), column('c-result', words.result), column('c-moves', words.moves), column('c-time', words.time), column('c-replay', words.replay, true));
  const table = h('table', {}, h('thead', {}, head), h('tbody', {}, ...all.map((one) => row(one, titles))));
  return h('section', { class: 'box results' }, h('h2', {}, words.results), all.length ? table : h('p', { class: 'note' }, words.none));
}

/**
 * @param {StandingInShort} one
 * @param {Map<string, string>} titles
 */
function row(one, titles) {
  const [date, variant] = one.game.split('/'), title = titles.get(variant) ?? variant;
  return h('tr', {},
    h('td', { class: 'c-game', 'data-variant': variant }, h('div', {}, h('i', { class: 'swatch' }), h('a', { href: `/leaderboards/${variant}/${date}` }, title, h('small', {}, shortDate(date))))),
    h('td', { class: 'c-result' }, one.outcome === 'won' ? h('b', {}, resultWords(one)) : resultWords(one), h('small', { class: 'phone' }, many(one.moves, 'move'))),
    h('td', { class: 'c-moves' }, one.moves), h('td', { class: 'c-time' }, clock(one.elapsed_ms)), h('td', { class: 'c-replay' }, replayOf(one, `${title}, ${shortDate(date)}`)));
}

/**
 * @param {StandingInShort} one
 * @param {string} of
 */
function replayOf({ replay }, of) {
  if (replay) return h('a', { href: replay, 'aria-label': `${words.replay}, ${of}` }, icon('play'), h('span', {}, words.replay));
  return h('span', { title: words.sealed }, icon('lock'), h('span', { class: 'unseen' }, words.sealed));
}
