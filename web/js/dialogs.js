// @ts-check
/** Questions and lists on top of the page; a real dialog element, so that focus is kept and comes back. */

import { h } from './html.js';
import { keys, play } from './copy.js';

const CAN_HAVE_FOCUS = '[tabindex="0"], a[href]:not([tabindex]), button:not([tabindex])';

/**
 * Asks; gives whether the answer was yes.
 * @param {{title: string, text: string, yes: string, no: string}} question
 * @returns {Promise<boolean>}
 */
export function ask({ title, text, yes, no }) {
  return open(title, [h('p', {}, text)], [['no', no, 'button'], ['yes', yes, 'button bad']]).then((answer) => answer === 'yes');
}

/**
 * Lists what each key does.
 * @param {string[][]} [listed] those of the table, unless others are given
 */
export function showKeys(listed) {
  return open(play.keys, [keysList(listed)], [['', play.close, 'button']]);
}

/**
 * The keys and what they do.
 * @param {string[][]} [listed]
 */
export function keysList(listed = keys) {
  return h('dl', { class: 'keys' }, ...listed.flatMap(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)]));
}

/**
 * Shows lines of text.
 * @param {string} title
 * @param {{title?: string, text: string}[]} lines
 */
export function showText(title, lines) {
  const body = lines.map((line) => (line.title ? h('div', {}, h('h3', {}, line.title), h('p', {}, line.text || '–')) : h('p', {}, line.text)));
  return open(title, [h('div', { class: 'lines', tabindex: 0, role: 'group', 'aria-label': title }, ...body)], [['', play.close, 'button']]);
}

/**
 * Opens a dialog of any content over the page.
 * @param {string} title
 * @param {import('./html.js').Child[]} body
 * @param {string[][]} answers value, words and class of each button
 * @returns {Promise<string>} the value that was chosen; empty when it was closed
 */
export function open(title, body, answers) {
  const buttons = answers.map(([value, words, kind]) => h('button', { value, class: kind }, words));
  const dialog = h('dialog', { 'aria-labelledby': 'dialog-title' },
    h('form', { method: 'dialog' }, h('h2', { id: 'dialog-title' }, title), ...body, h('div', { class: 'row' }, ...buttons)));
  const giveFocusBack = focusKept();
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener('close', () => {
    dialog.remove();
    giveFocusBack();
    resolve(dialog.returnValue);
  }));
}

/** A way to give the focus back to what has it now or, if that has been redrawn meanwhile, as close to it as can be. */
function focusKept() {
  const around = /** @type {Element[]} */ ([]);
  for (let node = document.activeElement; node; node = node.parentElement) around.push(node);
  return () => {
    const left = around.filter((node) => node.isConnected);
    const back = left[0] === around[0] ? left[0] : left.map((node) => node.querySelector(CAN_HAVE_FOCUS)).find(Boolean);
    if (back instanceof HTMLElement) back.focus();
  };
}
