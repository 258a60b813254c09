// @ts-check
/** The elements of the play page and what they show of a state. */

import { clock } from './format.js';
import { ended as endWords, link, play } from './copy.js';
import { h, put, setText } from './html.js';
import { icon } from './icons.js';
import { rankText } from './cards.js';

/** @typedef {import('./table-state.js').State} State */

/** @typedef {ReturnType<typeof playParts>} Parts */

/**
 * @param {{title: string, subtitle: string, wide: string, readOnly: boolean}} about `wide` is for screens that have room
 */
export function playParts({ title, subtitle, wide, readOnly }) {
  const stats = { place: h('div', { class: 'stat place-now', hidden: true }, h('b'), h('span')), moves: h('b', {}, '0'), time: h('b', { 'aria-hidden': 'true' }, '0:00') };
  const base = h('span', { class: 'base-rank' }), rank = h('span', { class: 'narrow-rank' });
  const sub = h('p', {}, subtitle, h('span', { class: 'wide' }, wide), base, rank), tools = toolbar();
  const loading = h('p', { class: 'loading' }, play.loading), told = h('p', { class: 'told', 'aria-hidden': 'true' });
  const mat = h('div', { class: 'mat', role: readOnly ? 'group' : 'application', 'aria-label': readOnly ? play.tableReadOnly : play.table });
  const barText = h('span'), tryNow = h('button', { type: 'button', hidden: true }, link.tryNow);
  const bar = h('div', { class: 'link-bar' }, barText, tryNow), offer = h('div', { class: 'offer', hidden: true });
  const newsText = h('span'), news = h('div', { class: 'news', hidden: true }, newsText, h('button', { type: 'button', 'aria-label': play.dismiss, onclick: () => { news.hidden = true; } }, icon('close')));
  const movesPlace = h('div', { class: 'moves-place' }), side = h('aside', { 'aria-label': play.games });
  const place = h('div', { class: 'mat-place' }, mat, bar, news, loading, told, offer);
  const foot = h('div', { class: 'foot' }, readOnly ? null : tools.element);
  const stage = h('section', { class: 'play', 'aria-label': title }, heading(title, sub, stats), place, foot, movesPlace);
  const main = h('main', { class: 'table-page' }, stage, side);
  return {
    main, mat, side, stage, foot, loading, told, bar, barText, tryNow, movesPlace, tools: tools.buttons,
    /** @param {number} ms */
    time: (ms) => setText(stats.time, clock(ms)),
    /** @param {import('./rivals.js').Place | null} place where you would be if you stopped now */
    place: (place) => drawPlace(place, stats.place, rank),
    quiet: () => { news.hidden = true; },
    /** Shows it until it is put away; tells whether it is new. @param {string} text */
    news: (text) => {
      const fresh = newsText.textContent !== text;
      if (fresh) news.hidden = false;
      setText(newsText, text);
      return fresh;
    },
    /** @param {State} state */
    draw: (state) => drawState(state, { stats, tools: tools.buttons, offer, base }),
  };
}

/**
 * @param {string} title
 * @param {HTMLElement} sub
 * @param {{place: HTMLElement, moves: HTMLElement, time: HTMLElement}} stats
 */
function heading(title, sub, stats) {
  return h('div', { class: 'deal' },
    h('a', { class: 'to-today', href: '/', 'aria-label': play.toToday }, icon('back')),
    h('div', {}, h('h1', {}, title), sub), h('span', { class: 'space-between' }), stats.place,
    h('div', { class: 'stat' }, stats.moves, h('span', {}, play.moves)), h('div', { class: 'stat time' }, stats.time, h('span', {}, play.time)));
}

function toolbar() {
  const buttons = {
    undo: tool('undo', play.undo, 'U'), moves: tool('moves', play.movesList, 'M'), finish: tool('finish', play.finish, 'F'),
    giveUp: entry(play.giveUp, 'bad'), keys: entry(play.keys), text: entry(play.text), rules: entry(play.rules), settings: entry(play.settings),
  };
  buttons.moves.setAttribute('aria-controls', 'moves');
  buttons.moves.setAttribute('aria-expanded', 'false');
  const element = h('div', { class: 'tools', role: 'toolbar', 'aria-label': play.more },
    buttons.undo, buttons.moves, buttons.finish, h('span', { class: 'space-between' }), more([buttons.rules, buttons.text, buttons.keys, buttons.settings, buttons.giveUp]));
  return { buttons, element };
}

/**
 * @param {string} picture
 * @param {string} words
 * @param {string} key
 */
const tool = (picture, words, key) =>
  h('button', { type: 'button', class: 'tool' }, icon(picture), h('span', {}, words), h('kbd', { 'aria-hidden': 'true' }, key));

/**
 * @param {string} words
 * @param {string} [kind]
 */
const entry = (words, kind = '') => h('button', { type: 'button', class: kind, role: 'menuitem' }, words);

/**
 * What is needed seldom, behind one button, so that giving up never lies beside Undo.
 * @param {HTMLElement[]} entries
 */
function more(entries) {
  const list = h('div', { class: 'menu', role: 'menu', popover: 'auto', id: 'more' }, ...entries);
  for (const one of entries) one.addEventListener('click', () => list.hidePopover());
  list.addEventListener('keydown', (event) => step(event, entries));
  list.addEventListener('toggle', (event) => /** @type {ToggleEvent} */ (event).newState === 'open' && entries[0].focus());
  const button = h('button', { type: 'button', class: 'tool', popovertarget: 'more', 'aria-haspopup': 'menu' }, icon('more'), h('span', {}, play.more));
  return h('div', { class: 'more' }, button, list);
}

/**
 * Arrow keys go through a menu.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} entries
 */
function step(event, entries) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const now = entries.findIndex((one) => one === document.activeElement);
  entries[(now + by + entries.length) % entries.length].focus();
}

/**
 * @param {State} state
 * @param {{stats: {moves: HTMLElement, time: HTMLElement}, tools: ReturnType<typeof toolbar>['buttons'], offer: HTMLElement, base: HTMLElement}} parts
 */
function drawState(state, { stats, tools, offer, base }) {
  const { table } = state;
  if (!table) return;
  setText(stats.moves, String(table.moves));
  setText(base, table.base === 'A' ? '' : ` · ${play.upFrom(rankText(table.base))}`);
  const open = state.ended === null && state.link === 'open';
  tools.undo.disabled = !open || !table.undo;
  tools.finish.disabled = !open || !table.finish.length;
  tools.finish.classList.toggle('go', open && table.finish.length > 0);
  tools.giveUp.disabled = !open;
  drawOffer(state, offer, tools);
}

/**
 * @param {import('./rivals.js').Place | null} place
 * @param {HTMLElement} stat on wide screens
 * @param {HTMLElement} short on narrow ones
 */
function drawPlace(place, stat, short) {
  stat.hidden = !place;
  setText(short, place ? play.placeShort(place) : '');
  if (!place || !stat.firstElementChild || !stat.lastElementChild) return;
  setText(stat.firstElementChild, play.placeNow(place.rank));
  setText(stat.lastElementChild, play.ifStopped(place.of));
}

/**
 * What to do when nothing moves any more, or a whole pass brought nothing.
 * @param {State} state
 * @param {HTMLElement} offer
 * @param {ReturnType<typeof toolbar>['buttons']} tools
 */
function drawOffer(state, offer, tools) {
  const { table, ended, moved } = state;
  const kind = !table || ended ? '' : table.blocked ? 'blocked' : table.stale_pass && moved ? 'stale' : '';
  offer.hidden = !kind;
  if (!kind || !table || offer.dataset.kind === `${kind}${table.ply}`) return;
  offer.dataset.kind = `${kind}${table.ply}`;
  if (kind === 'blocked') put(offer, h('p', {}, endWords.blockedNow(table.home, table.moves)), press(play.undo, () => tools.undo.click()), press(endWords.seeResult, () => tools.giveUp.click()));
  else put(offer, h('p', {}, endWords.stalePass), press(endWords.keepGoing, () => { offer.hidden = true; }), press(endWords.finishHere, () => tools.giveUp.click()));
}

/**
 * @param {string} words
 * @param {() => void} act
 */
const press = (words, act) => h('button', { type: 'button', class: 'button', onclick: act }, words);
