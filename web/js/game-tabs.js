// @ts-check
/** The games of this server as tabs that lead to a page of each. */

import { h } from './html.js';

/**
 * @param {import('./messages').Variant[]} all
 * @param {string} current the key of the chosen one
 * @param {string} under where the pages are: `/practice`
 * @param {string} label
 */
export function gameTabs(all, current, under, label) {
  return h('nav', { class: 'tabs-of-games', 'aria-label': label }, ...all.map(({ key, title }) =>
    h('a', { class: 'tab', href: `${under}/${key}`, 'data-variant': key, 'aria-current': key === current && 'page' }, h('i', { class: 'swatch' }), title)));
}
