// @ts-check
/** How the games are played: what holds in all of them, and a page for each made from its data. */

import * as words from './copy/how-to-play.js';
import { Board } from './board/view.js';
import { Problem, get, me, variants } from './api.js';
import { addressParts, showError, showPage } from './chrome.js';
import { drawMini } from './mini.js';
import { errors, play, today } from './copy.js';
import { gameTabs } from './game-tabs.js';
import { h } from './html.js';
import { keysList } from './dialogs.js';
import { liftedCards } from './table-state.js';
import { parseMove } from './cards.js';

/** @typedef {import('./messages').Variant} Variant */
/** @typedef {import('./messages').Example} Example */

open().catch(showError);

async function open() {
  const [key] = addressParts(), [all, player] = await Promise.all([variants(), me()]);
  const variant = all.find((one) => one.key === key) ?? null;
  if (key && !variant) throw new Problem({ type: 'about:blank', title: errors.noGame, status: 404, code: 'no_game' });
  const shown = variant ? await ofGame(variant) : { title: words.title, parts: ofAll(all), begin: () => drawShapes(all) };
  const main = h('main', { class: 'page' }, h('div', { class: 'title' }, h('h1', {}, shown.title), !variant && h('p', {}, words.idea)),
    gameTabs(all, key ?? '', '/how-to-play', words.games, words.all), ...shown.parts);
  showPage({ page: 'howToPlay', title: variant ? `${words.title}, ${variant.title}` : words.title, player }, main);
  shown.begin();
}

/** @param {Variant[]} all */
function ofAll(all) {
  const sections = words.sections.map(([title, lines]) => section(String(title), ...[...lines].map((line) => h('p', {}, line))));
  return [
    h('ol', { class: 'how box' }, ...today.rules.map(([head, rest], i) => h('li', {}, h('i', { 'aria-hidden': 'true' }, i + 1), h('span', {}, h('b', {}, head), rest)))),
    h('section', { class: 'game-list', 'aria-label': words.gamesTitle }, ...all.map(gameLink)),
    h('div', { class: 'columns' }, ...sections, section(words.keysTitle, h('p', { class: 'note' }, words.keysNote), keysList())),
    h('p', {}, h('a', { href: '/fairness' }, words.fairness)),
  ];
}

/**
 * @param {string} title
 * @param {...import('./html.js').Child} body
 */
const section = (title, ...body) => h('section', { class: 'box' }, h('h2', {}, title), ...body);

/** @param {Variant} variant */
const gameLink = (variant) => h('a', { class: 'game-link box', href: `/how-to-play/${variant.key}` }, shapeOf(variant), h('b', {}, variant.title));

/** @param {Variant} variant */
const shapeOf = (variant) => h('div', { class: 'mini', 'aria-hidden': 'true', 'data-variant': variant.key }, h('div', { class: 'cards' }));

/** @param {Variant[]} all */
function drawShapes(all) {
  const shapes = new Map(all.map((one) => [one.key, one]));
  const watch = new ResizeObserver((entries) => entries.forEach(({ target }) => drawMini(/** @type {HTMLElement} */ (target), shapes, null)));
  for (const mini of document.querySelectorAll('.mini')) watch.observe(mini);
}

/** @param {Variant} variant */
async function ofGame(variant) {
  const { examples } = await get(`/api/variants/${variant.key}/examples`);
  const figures = variant.words.map((_, i) => (examples[i] ? figure(variant, examples[i]) : null));
  const rows = variant.words.map((line, i) => h('li', { class: 'box' }, h('p', {}, line), figures[i]?.element));
  const facts = words.facts(variant).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value)));
  const parts = [
    h('section', { class: 'box facts-box' }, shapeOf(variant), h('div', {}, h('dl', {}, ...facts), variant.inventor && h('p', { class: 'note' }, play.inventor(variant.inventor)))),
    h('ol', { class: 'rule-list', 'aria-label': words.rulesTitle }, ...rows),
    h('p', { class: 'row' }, h('a', { class: 'button go', href: `/practice/${variant.key}` }, words.practise), h('a', { class: 'button', href: '/how-to-play' }, words.common)),
  ];
  return { title: variant.title, parts, begin: () => { drawShapes([variant]); figures.forEach((one) => one?.draw()); } };
}

/**
 * A picture of a table by the board itself, which nobody can play on.
 * @param {Variant} variant
 * @param {Example} example
 */
function figure(variant, { piles, base, home, moves }) {
  const first = moves.length ? parseMove(moves[0]) : null, held = first && { pile: first.from, n: first.n };
  const caption = first ? words.canGo(liftedCards(piles, first), moves.map((move) => parseMove(move).to)) : words.turned(variant.stock_name);
  const mat = h('div', { class: 'mat', 'data-variant': variant.key }), picture = { piles, base, home, legal: moves, held, pass: null, events: [], fresh: false, busy: false };
  const element = h('figure', {}, h('div', { role: 'img', 'aria-label': caption }, h('div', { inert: true }, mat)), h('figcaption', {}, caption));
  return { element, draw: () => new Board(mat, variant, { pace: false, head: 12 }).draw(picture) };
}
