// @ts-check
/** The games of this server as tabs that lead to a page of each. */

import { h } from './html.js';

/**
 * @param {import('./messages').Variant[]} all
 * @param {string} current the key of the chosen one
 * @param {string} under where the pages are: `/practice`
 * @param {string} label
 * @param {string} [together] the words of a first tab that leads to what they have in common
 */
export function gameTabs(all, current, under, label, together) {
  const first = together && h('a', { class: 'tab', href: under, 'aria-current': !current && 'page' }, together);
  const nav = h('nav', { class: 'tabs-of-games', 'aria-label': label }, first, ...all.map(({ key, title }) =>
    h('a', { class: 'tab', href: `${under}/${key}`, 'data-variant': key, 'aria-current': key === current && 'page' }, h('i', { class: 'swatch' }), title)));
  new ResizeObserver(() => showChosen(nav)).observe(nav);
  return nav;
}

/**
 * Where the tabs are wider than the screen the chosen one is in the middle.
 * @param {HTMLElement} nav
 */
function showChosen(nav) {
  const chosen = nav.querySelector('[aria-current]');
  if (chosen instanceof HTMLElement) nav.scrollLeft = chosen.offsetLeft - nav.offsetLeft - (nav.clientWidth - chosen.offsetWidth) / 2;
}
