// @ts-check
/** Builds elements; only ever sets text, attributes, custom properties and listeners. */

const SVG = 'http://www.w3.org/2000/svg';

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Value */

/**
 * An HTML element with attributes, `--custom` properties, listeners (`onclick`) and children.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Value>} [values]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, values = {}, ...children) {
  return fill(document.createElement(tag), values, children);
}

/**
 * The same for an SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, Value>} [values]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function s(tag, values = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), values, children);
}

/**
 * Replaces what an element holds.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  element.replaceChildren(...children.filter(isShown).map(asNode));
}

/**
 * Fetches a style sheet that is not wanted at first; resolves when it is there, or will not come.
 * @param {string} name
 * @returns {Promise<void>}
 */
export function style(name) {
  const href = new URL(`../css/${name}.css`, import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  return new Promise((resolve) => document.head.append(h('link', { rel: 'stylesheet', href, onload: () => resolve(), onerror: () => resolve() })));
}

/**
 * The element of this page with that id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`No element #${id}`);
  return element;
}

/**
 * Changes a text only when it differs, so that nothing is announced or painted twice.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * @template {HTMLElement | SVGElement} Kind
 * @param {Kind} element
 * @param {Record<string, Value>} values
 * @param {Child[]} children
 * @returns {Kind}
 */
function fill(element, values, children) {
  for (const [name, value] of Object.entries(values)) give(element, name, value);
  element.append(...children.filter(isShown).map(asNode));
  return element;
}

/**
 * @param {HTMLElement | SVGElement} element
 * @param {string} name
 * @param {Value} value
 */
function give(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === 'function') element.addEventListener(name.slice(2), value);
  else if (name.startsWith('--')) element.style.setProperty(name, String(value));
  else element.setAttribute(name, value === true ? '' : String(value));
}

/**
 * @param {Child} child
 * @returns {child is Node | string | number}
 */
function isShown(child) {
  return child !== null && child !== undefined && child !== false;
}

/** @param {Child} child */
function asNode(child) {
  return child instanceof Node ? child : String(child);
}
