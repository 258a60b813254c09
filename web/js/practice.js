// @ts-check
/** Practice: a random deal, a past game, cards or a record of one's own, or a deal sent by link. */

import * as words from './copy/practice.js';
import { Problem, day as askDay, ensurePlayer, get, post, variants } from './api.js';
import { addDays } from './format.js';
import { addressParts, say, sentenceOf, showError, showPage } from './chrome.js';
import { dealOf, queryOf, readDeal } from './pasted.js';
import { drawMini } from './mini.js';
import { errors } from './copy.js';
import { gameTabs } from './game-tabs.js';
import { h, put } from './html.js';
import { icon } from './icons.js';

/** @typedef {import('./messages').Variant} Variant */
/** @typedef {import('./pasted.js').Deal} Deal */
/** @typedef {{variant: string, deal?: Deal}} Wanted */

open().catch(showError);

async function open() {
  const [key] = addressParts(), [all, today] = await Promise.all([variants(), askDay('today')]);
  const variant = key ? all.find((one) => one.key === key) : all[0];
  if (!variant) throw new Problem({ type: 'about:blank', title: errors.noGame, status: 404, code: 'no_game' });
  const query = new URLSearchParams(location.search), sent = dealOf(query, variant.key), run = query.get('run');
  const offered = run ? dealOfRun(variant, run) : sent && sharedDeal(variant, sent);
  const main = h('main', { class: 'page' }, h('div', { class: 'title' }, h('h1', {}, words.title), h('p', {}, words.idea)),
    gameTabs(all, variant.key, '/practice', words.games),
    h('div', { class: 'deals' }, offered || randomDeal(variant), pastGame(variant, today), ownDeal(variant, all), offered && randomDeal(variant, 'button')));
  showPage({ page: 'practice', title: `${words.title}, ${variant.title}`, player: today.player }, main);
  drawShape(main, variant);
}

/**
 * @param {Variant} variant
 * @param {Deal} deal
 */
function sharedDeal(variant, deal) {
  const { title, cards, game, deal: press } = words.shared, text = 'game' in deal ? game(variant.title, deal.game.split('/')[0]) : cards(variant.title);
  return dealBox('shared', title, text, [shapeOf(variant)], press, 'button go', () => ({ variant: variant.key, deal }));
}

/**
 * The cards somebody has played, out of the record of the run.
 * @param {Variant} variant
 * @param {string} run the number of the attempt
 */
function dealOfRun(variant, run) {
  return dealBox('shared', words.shared.title, words.shared.run(variant.title), [shapeOf(variant)], words.shared.deal, 'button go', async () => {
    const { deal } = readDeal(JSON.stringify(await get(`/api/attempts/${encodeURIComponent(run)}/record`)));
    return { variant: variant.key, deal };
  });
}

/**
 * @param {Variant} variant
 * @param {string} kind
 */
function randomDeal(variant, kind = 'button go') {
  const shape = kind === 'button go' ? [shapeOf(variant)] : [];
  return dealBox('random', words.random.title, words.random.text, shape, words.random.deal, kind, () => ({ variant: variant.key }));
}

/**
 * @param {Variant} variant
 * @param {import('./messages').Day} today
 */
function pastGame(variant, today) {
  const date = h('input', { type: 'date', id: 'past-date', name: 'date', max: addDays(today.date, -1), value: today.previous ?? '', 'aria-describedby': 'past-trouble' });
  const field = h('p', { class: 'field' }, h('label', { for: 'past-date' }, words.past.date), date);
  return dealBox('past', words.past.title, words.past.text, [field], words.past.deal, 'button', () => {
    if (!date.value) throw new Error(words.trouble.noDate);
    return { variant: variant.key, deal: { game: `${date.value}/${variant.key}` } };
  }, date);
}

/**
 * @param {Variant} variant
 * @param {Variant[]} all
 */
function ownDeal(variant, all) {
  const text = h('textarea', { id: 'own-deal', name: 'deal', rows: 5, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', placeholder: words.own.example, 'aria-describedby': 'own-trouble' });
  const read = () => pastedDeal(text.value, variant, all), link = h('p', { class: 'link' });
  const copy = h('button', { class: 'button', type: 'button' }, icon('link'), words.own.link);
  const field = h('p', { class: 'field' }, h('label', { for: 'own-deal' }, words.own.label), text);
  const box = dealBox('own', words.own.title, words.own.text, [field], words.own.deal, 'button', read, text);
  copy.addEventListener('click', () => void attempt(box, text, async () => {
    const { variant: key, deal } = read();
    const href = `${location.origin}/practice/${key}?${queryOf(deal)}`;
    put(link, h('a', { href }, href));
    await navigator.clipboard?.writeText(href);
    if (navigator.clipboard) say(words.own.copied);
  }));
  box.querySelector('.row')?.append(copy);
  box.append(link);
  return box;
}

/**
 * @param {string} text
 * @param {Variant} variant
 * @param {Variant[]} all
 */
function pastedDeal(text, variant, all) {
  const found = readDeal(text), key = found.variant ?? variant.key;
  if (!all.some((one) => one.key === key)) throw new Error(words.trouble.noVariant(key));
  return { variant: key, deal: found.deal };
}

/**
 * A way to a deal: what it is, its fields, the button that deals it.
 * @param {string} kind
 * @param {string} title
 * @param {string} text
 * @param {import('./html.js').Child[]} fields
 * @param {string} press
 * @param {string} button its class
 * @param {() => Wanted | Promise<Wanted>} wanted
 * @param {HTMLElement | null} field what is wrong when it does not work
 */
function dealBox(kind, title, text, fields, press, button, wanted, field = null) {
  const go = h('button', { class: button, type: 'submit' }, press);
  const box = h('form', { class: `box deal-box ${kind}`, 'aria-label': title, novalidate: true }, h('h2', {}, title), h('p', { class: 'note' }, text), ...fields,
    h('p', { class: 'trouble', id: `${kind}-trouble`, role: 'alert' }), h('div', { class: 'row' }, go));
  box.addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(box, field, async () => enter(await wanted()));
  });
  return box;
}

/**
 * Does something; what is wrong is said in the box, at its field.
 * @param {HTMLElement} box
 * @param {HTMLElement | null} field
 * @param {() => Promise<void>} act
 */
async function attempt(box, field, act) {
  const trouble = /** @type {HTMLElement} */ (box.querySelector('.trouble'));
  put(trouble);
  field?.removeAttribute('aria-invalid');
  try {
    await act();
  } catch (error) {
    put(trouble, troubleOf(error));
    field?.setAttribute('aria-invalid', 'true');
    field?.focus();
  }
}

/**
 * Makes a guest if need be, then the attempt, then goes to its table.
 * @param {Wanted} wanted
 */
async function enter({ variant, deal }) {
  await ensurePlayer();
  const { id } = await post(`/api/practice/${variant}`, deal);
  location.assign(`/play/${id}`);
}

/** @param {unknown} error */
function troubleOf(error) {
  if (!(error instanceof Problem)) return error instanceof TypeError ? sentenceOf(error) : /** @type {Error} */ (error).message;
  if (error.code === 'sealed') return words.trouble.sealed(error.body.final_at);
  if (error.code === 'not_found') return new URLSearchParams(location.search).has('run') ? words.trouble.noRun : words.trouble.noGame;
  return error.code === 'bad_body' ? words.trouble.badSecret : sentenceOf(error);
}

/** @param {Variant} variant */
const shapeOf = (variant) => h('div', { class: 'mini', role: 'img', 'aria-label': words.shape, 'data-variant': variant.key }, h('div', { class: 'cards' }));

/**
 * @param {HTMLElement} main
 * @param {Variant} variant
 */
function drawShape(main, variant) {
  const mini = main.querySelector('.mini'), shapes = new Map([[variant.key, variant]]);
  if (mini instanceof HTMLElement) new ResizeObserver(() => drawMini(mini, shapes, null)).observe(mini);
}
