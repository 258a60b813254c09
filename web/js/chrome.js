// @ts-check
/** What every page has: the bar at the top, the tabs on phones, the line that speaks, errors. */

import { Problem } from './api.js';
import './settings.js';
import { brand, errors, nav, pageTitle } from './copy.js';
import { h, put } from './html.js';
import { icon, sign } from './icons.js';

/** @typedef {import('./messages').Player} Player */

const PAGES = /** @type {const} */ ([
  ['today', '/', 'today'],
  ['boards', '/leaderboards', 'boards'],
  ['practice', '/practice', 'practice'],
  ['howToPlay', '/how-to-play', 'rules'],
]);

const FOOT = /** @type {const} */ ([['fairness', '/fairness'], ['howToPlay', '/how-to-play'], ['account', '/account'], ['api', '/api/docs']]);

/**
 * Puts a page together: bar, main part, foot, tabs.
 * @param {{page: string, title: string, player: Player | null, tabs?: boolean}} about
 * @param {HTMLElement} main
 */
export function showPage({ page, title, player, tabs = true }, main) {
  document.title = pageTitle(title);
  document.body.classList.toggle('tabs', tabs);
  put(document.body, topBar(page, player), main, spoken, tabs && foot(), tabs && tabBar(page));
}

/**
 * Says something to those who listen; twice the same is said twice.
 * @param {string} text
 */
export function say(text) {
  spoken.textContent = text === spoken.textContent ? `${text}\u00a0` : text;
}

const spoken = h('p', { role: 'status', class: 'unseen' });

/**
 * The sentence for something that went wrong.
 * @param {unknown} error
 */
export function sentenceOf(error) {
  if (!(error instanceof Problem)) return errors.offline;
  if (error.code === 'sealed') return errors.sealed(error.body.final_at);
  if (error.status === 429) return errors.tooFast;
  return error.status >= 500 ? errors.server(error.code) : error.message;
}

/**
 * Leads to the account page when only a kept name may go on from there, and back afterwards.
 * @param {unknown} error
 * @param {string} next
 * @returns {boolean} whether that was it
 */
export function keepFirst(error, next) {
  if (!(error instanceof Problem) || error.code !== 'keep_first') return false;
  location.assign(`/account?next=${encodeURIComponent(next)}`);
  return true;
}

/**
 * A page that could not be shown.
 * @param {unknown} error
 */
export function showError(error) {
  const main = h('main', { class: 'narrow' }, h('section', { class: 'box' },
    h('h1', {}, errors.title), h('p', {}, sentenceOf(error)), h('a', { class: 'button go', href: '/' }, nav.today)));
  showPage({ page: '', title: errors.title, player: null }, main);
}

/**
 * Takes the pieces of an address: `/play/{date}/{variant}`.
 * @returns {string[]}
 */
export const addressParts = () => location.pathname.split('/').slice(2).map(decodeURIComponent).filter(Boolean);

/**
 * @param {string} page
 * @param {Player | null} player
 */
function topBar(page, player) {
  return h('header', { class: 'top' },
    h('a', { class: 'brand', href: '/' }, sign(), brand),
    h('nav', { 'aria-label': brand }, ...PAGES.map((one) => link(one, page))),
    h('span', { class: 'space-between' }), settingsButton(), who(player, page));
}

/**
 * Who is here: a kept player's page, else the way to keep a name or to sign in.
 * @param {Player | null} player
 * @param {string} page
 */
function who(player, page) {
  const current = page === 'account' && 'page';
  if (!player) return h('a', { class: 'who', href: '/account', 'aria-current': current }, nav.signIn);
  const href = player.kept ? `/players/${encodeURIComponent(player.name)}` : '/account';
  return h('a', { class: 'who', href, 'aria-current': current }, h('b', { 'aria-hidden': 'true' }, initials(player.name)), h('bdi', {}, player.name));
}

function foot() {
  return h('footer', {}, h('p', {}, nav.footer), h('nav', { 'aria-label': nav.more }, ...FOOT.map(([key, href]) => h('a', { href }, nav[key]))));
}

function settingsButton() {
  return h('button', { type: 'button', class: 'round', 'aria-label': nav.settings, onclick: () => void openSettings() }, icon('settings'));
}

/** The dialog of settings, fetched when it is first wanted. */
export async function openSettings() {
  (await import('./settings-dialog.js')).showSettings();
}

/** @param {string} page */
function tabBar(page) {
  return h('nav', { class: 'tab-bar', 'aria-label': `${brand}, pages` }, ...PAGES.map((one) => link(one, page, true)));
}

/**
 * @param {typeof PAGES[number]} one
 * @param {string} page
 * @param {boolean} [drawn]
 */
function link([key, href, picture], page, drawn = false) {
  return h('a', { href, 'aria-current': key === page && 'page' }, drawn && icon(picture), nav[key]);
}

/** @param {string} name */
function initials(name) {
  const words = name.split(/[ ._-]+/).filter(Boolean);
  return words.slice(0, 2).map((word) => word[0]).join('').toUpperCase();
}
