// @ts-check
/** The dialog in which the settings are changed; each change shows at once. */

import { choices, close, groups, kept, names, notes, title } from './copy/settings.js';
import { CHOICES, change, settings } from './settings.js';
import { h, style } from './html.js';
import { mark } from './icons.js';
import { open } from './dialogs.js';

/** @typedef {keyof import('./settings.js').Settings} Name */

/** Shows all settings until they are put away. */
export async function showSettings() {
  await style('settings');
  const body = groups.map((group) => h('section', { class: 'settings' }, h('h3', {}, group.title), ...group.names.map(control)));
  return open(title, [h('div', { class: 'lines' }, ...body), h('p', { class: 'note' }, kept)], [['', close, 'button go']]);
}

/** @param {Name} name */
const control = (name) => (CHOICES[name].length === 2 ? toggle(name) : options(name));

/**
 * What is on or off.
 * @param {Name} name
 */
function toggle(name) {
  const note = noteOf(name);
  const box = h('input', { type: 'checkbox', role: 'switch', name, checked: settings[name] === true, 'aria-describedby': note?.id });
  box.addEventListener('change', () => change(name, box.checked));
  return h('div', { class: 'setting' }, h('label', {}, names[name], box), note);
}

/**
 * What is one of several.
 * @param {Name} name
 */
function options(name) {
  const note = noteOf(name), values = /** @type {string[]} */ (CHOICES[name]);
  return h('fieldset', { class: 'setting', 'aria-describedby': note?.id }, h('legend', {}, names[name]),
    h('div', { class: 'options' }, ...values.map((value) => option(name, value))), note);
}

/**
 * @param {Name} name
 * @param {string} value
 */
function option(name, value) {
  const box = h('input', { type: 'radio', class: 'unseen', name, value, checked: settings[name] === value });
  box.addEventListener('change', () => change(name, /** @type {never} */ (value)));
  const sample = name === 'deck' && h('span', { class: 'sample', 'data-deck': value, 'aria-hidden': 'true' }, ...['S', 'H', 'D', 'C'].map((suit) => mark(suit, suit)));
  return h('label', {}, box, h('span', { class: 'option' }, sample, choices[value]));
}

/** @param {Name} name */
const noteOf = (name) => (notes[name] ? h('p', { class: 'note', id: `note-${name}` }, notes[name]) : null);
