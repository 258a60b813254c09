// @ts-check
/** The account: sign in, keep a name, change it, see where one is signed in, sign out, delete. */

import * as words from './copy/account.js';
import { ask } from './dialogs.js';
import { ensurePlayer, get, me, patch, post, remove } from './api.js';
import { form } from './forms.js';
import { h, put } from './html.js';
import { say, showError, showPage } from './chrome.js';

/** @typedef {import('./messages').Player} Player */
/** @typedef {import('./messages').Session} Session */

const NAME = { name: 'name', label: words.fields.name, autocomplete: 'username', hint: words.nameHint, codes: ['name_taken', 'bad_name'] };
const FRESH = { name: 'passphrase', label: words.fields.passphrase, autocomplete: 'new-password', hint: words.passphraseHint, codes: ['bad_passphrase'] };
const KNOWN = { name: 'current', label: words.fields.passphrase, autocomplete: 'current-password', codes: ['wrong_passphrase', 'wrong_sign_in'] };

const OWN_PATH = /^\/(?!\/)[\w./-]*$/;

show().catch(showError);

/**
 * Draws the page for who is here now.
 * @param {string} [news] what has just happened
 */
async function show(news) {
  const player = await me(), notice = h('p', { class: 'notice', hidden: !news && !next() }, news ?? words.keepFirst);
  const heading = h('h1', { tabindex: -1 }, words.title);
  const main = h('main', { class: 'page account' }, h('div', { class: 'title' }, heading, who(player)), notice, h('div', { class: 'deals' }, ...parts(player)));
  showPage({ page: 'account', title: words.title, player }, main);
  if (!news) return;
  heading.focus({ preventScroll: true });
  say(news);
}

/** @param {Player | null} player */
function parts(player) {
  if (!player) return [signIn(words.signIn, 'button go'), take()];
  if (!player.kept) return [keep(player), signIn({ ...words.signIn, note: words.leaves(player.name) }), signOut(player), deletion(player)];
  return [rename(player), changePassphrase(player), sessions(), signOut(player), deletion(player)];
}

/** @param {Player | null} player */
function who(player) {
  if (!player) return h('p', {}, words.nobody);
  const [before, after] = player.kept ? words.keptName : words.guest;
  return h('p', {}, before, h('b', {}, h('bdi', {}, player.name)), after, player.kept && ' ',
    player.kept && h('a', { href: `/players/${encodeURIComponent(player.name)}` }, words.profile));
}

/**
 * @param {typeof words.signIn} says
 * @param {string} [kind]
 */
const signIn = (says, kind) => form('sign-in', says, [{ ...NAME, hint: undefined, codes: [] }, KNOWN], async ({ name, current }) => {
  const player = await post('/api/session', { name, passphrase: current });
  await goOn(words.done.signedIn(player.name));
}, kind);

const take = () => form('keep', words.take, [NAME, FRESH], async ({ name, passphrase }) => {
  await ensurePlayer();
  await keepAs(name, passphrase);
});

/** @param {Player} player */
const keep = (player) => form('keep', words.keep, [{ ...NAME, value: player.name }, FRESH], ({ name, passphrase }) => keepAs(name, passphrase), 'button go');

/**
 * @param {string} name
 * @param {string} passphrase
 */
async function keepAs(name, passphrase) {
  const player = await patch('/api/me', { name, passphrase });
  await goOn(words.done.kept(player.name));
}

/** @param {Player} player */
const rename = (player) => form('rename', words.rename, [{ ...NAME, value: player.name }], async ({ name }) => {
  const changed = await patch('/api/me', { name });
  await show(words.done.renamed(changed.name));
});

/** @param {Player} player */
function changePassphrase(player) {
  const fields = [{ ...KNOWN, label: words.fields.current }, { ...FRESH, label: words.fields.fresh }];
  return namedFor(player, form('passphrase', words.passphrase, fields, async ({ current, passphrase }) => {
    await patch('/api/me', { passphrase, current });
    await show(words.done.passphrase);
  }));
}

/**
 * Lets whatever keeps passphrases in the browser know whose this is.
 * @param {Player} player
 * @param {HTMLFormElement} form
 */
function namedFor(player, form) {
  form.prepend(h('input', { type: 'text', name: 'username', autocomplete: 'username', value: player.name, hidden: true, readonly: true }));
  return form;
}

/** @param {Player} player */
function signOut(player) {
  const says = { ...words.signOut, note: player.kept ? words.signOut.note : words.signOut.guestNote };
  return form('sign-out', says, [], async () => {
    if (!player.kept && !(await ask(words.askSignOut))) return;
    await remove('/api/session');
    await show(words.done.signedOut);
  });
}

/** @param {Player} player */
function deletion(player) {
  const box = form('delete', words.remove, player.kept ? [KNOWN] : [], async ({ current }) => {
    if (!(await ask(words.askDelete))) return;
    await remove('/api/me', player.kept ? { passphrase: current } : undefined);
    await show(words.done.deleted);
  }, 'button bad');
  return namedFor(player, box);
}

function sessions() {
  const list = h('ul', { class: 'sessions' }), box = h('section', { class: 'box form', 'aria-labelledby': 'sessions-title' });
  const heading = h('h2', { id: 'sessions-title', tabindex: -1 }, words.sessions.title);
  const others = h('button', { class: 'button', type: 'button', hidden: true }, words.sessions.others);
  const fill = async () => {
    /** @type {import('./messages').Sessions} */
    const found = await get('/api/me/sessions');
    put(list, ...found.sessions.map((one) => sessionRow(one, end)));
    others.hidden = found.sessions.length < 2;
  };
  const end = async (/** @type {string} */ path) => {
    await remove(path);
    await fill();
    heading.focus();
    say(words.sessions.ended);
  };
  others.addEventListener('click', () => void end('/api/me/sessions').catch(showError));
  put(box, heading, list, h('div', { class: 'row' }, others));
  void fill().catch(showError);
  return box;
}

/**
 * @param {Session} session
 * @param {(path: string) => Promise<void>} end
 */
function sessionRow({ id, device, created_at: begun, seen_at: seen, current }, end) {
  const name = device || words.sessions.unknown;
  const button = h('button', { class: 'button', type: 'button', 'aria-label': words.sessions.endOne(name) }, words.sessions.end);
  button.addEventListener('click', () => void end(`/api/me/sessions/${id}`).catch(showError));
  return h('li', {}, h('div', {}, h('b', {}, h('bdi', {}, name)), h('p', { class: 'note' }, words.sessions.times(begun, seen))), current ? h('span', { class: 'here' }, words.sessions.here) : button);
}

/**
 * Back to where a kept name was asked for, else the page anew.
 * @param {string} news
 */
async function goOn(news) {
  const address = next();
  if (address) location.assign(address);
  else await show(news);
}

/** Where to go afterwards; only to a page of ours. */
function next() {
  const wanted = new URLSearchParams(location.search).get('next') ?? '';
  return OWN_PATH.test(wanted) ? wanted : null;
}
