// @ts-check
/** Forms of a few fields: what is wrong stands at its field, is announced, and gets the focus. */

import { Problem } from './api.js';
import { h, put } from './html.js';
import { required, show } from './copy/account.js';
import { sentenceOf } from './chrome.js';

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} autocomplete `username`, `current-password`, `new-password`
 * @property {string} [value]
 * @property {string} [hint]
 * @property {string[]} [codes] the problems that are this field's
 */

/**
 * @param {string} id
 * @param {{title: string, note: string, press: string}} words
 * @param {Field[]} fields
 * @param {(values: Record<string, string>) => Promise<void>} act
 * @param {string} [kind] the class of its button
 */
export function form(id, { title, note, press }, fields, act, kind = 'button') {
  const parts = fields.map((field) => ({ ...field, ...control(id, field) }));
  const trouble = h('p', { class: 'trouble', role: 'alert' }), button = h('button', { class: kind, type: 'submit' }, press);
  const element = h('form', { class: 'box form', id, 'aria-labelledby': `${id}-title`, novalidate: true },
    h('h2', { id: `${id}-title` }, title), h('p', { class: 'note' }, note), ...parts.map((part) => part.row), trouble, h('div', { class: 'row' }, button));
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.ariaDisabled !== 'true') void submit(parts, trouble, button, act);
  });
  return element;
}

/** @typedef {Field & ReturnType<typeof control>} Part */

/**
 * @param {string} id
 * @param {Field} field
 */
function control(id, { name, label, autocomplete, value, hint }) {
  const key = `${id}-${name}`, secret = autocomplete.endsWith('password');
  const input = h('input', {
    id: key, name, type: secret ? 'password' : 'text', autocomplete, value, required: true, maxlength: 256, autocapitalize: secret ? null : 'words', spellcheck: 'false', dir: 'auto',
    'aria-describedby': `${key}-trouble${hint ? ` ${key}-hint` : ''}`,
  });
  const wrong = h('p', { class: 'trouble', id: `${key}-trouble`, role: 'alert' });
  const row = h('div', { class: 'field' }, h('label', { for: key }, label), h('div', { class: 'input' }, input, secret && peek(input)),
    hint && h('p', { class: 'note', id: `${key}-hint` }, hint), wrong);
  return { input, wrong, row };
}

/**
 * Shows what is typed as long as it is pressed in.
 * @param {HTMLInputElement} input
 */
function peek(input) {
  const button = h('button', { type: 'button', class: 'peek-at', 'aria-pressed': 'false', 'aria-controls': input.id }, show);
  button.addEventListener('click', () => {
    input.type = input.type === 'password' ? 'text' : 'password';
    button.setAttribute('aria-pressed', String(input.type === 'text'));
  });
  return button;
}

/**
 * @param {Part[]} parts
 * @param {HTMLElement} trouble
 * @param {HTMLButtonElement} button
 * @param {(values: Record<string, string>) => Promise<void>} act
 */
async function submit(parts, trouble, button, act) {
  put(trouble);
  parts.forEach((part) => mark(part, ''));
  const empty = parts.filter((part) => !part.input.value);
  empty.forEach((part) => mark(part, required));
  if (empty[0]) return empty[0].input.focus();
  button.ariaDisabled = 'true';
  try {
    await act(Object.fromEntries(parts.map(({ name, input }) => [name, input.value])));
  } catch (error) {
    tell(error, parts, trouble);
  } finally {
    button.ariaDisabled = 'false';
  }
}

/**
 * @param {unknown} error
 * @param {Part[]} parts
 * @param {HTMLElement} trouble
 */
function tell(error, parts, trouble) {
  const part = error instanceof Problem && parts.find(({ codes }) => codes?.includes(error.code));
  if (!part) return put(trouble, sentenceOf(error));
  mark(part, sentenceOf(error));
  part.input.focus();
}

/**
 * @param {Part} part
 * @param {string} text empty when nothing is wrong with it
 */
function mark({ input, wrong }, text) {
  put(wrong, text || null);
  if (text) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}
