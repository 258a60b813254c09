// @ts-check
/** Asks the server; its answers as values, its problems as errors, its time as the only time. */

/** @typedef {import('./messages').ProblemBody} ProblemBody */

/** What the server answered instead of what was asked for. */
export class Problem extends Error {
  /** @param {ProblemBody} body */
  constructor(body) {
    super(body.title);
    this.body = body;
    this.status = body.status;
    this.code = body.code;
  }
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export const get = (path) => ask('GET', path);

/**
 * The same, though an answer of a moment ago is still at hand.
 * @param {string} path
 * @returns {Promise<any>}
 */
export const getAnew = (path) => ask('GET', path, undefined, 'no-cache');

/**
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export const post = (path, body) => ask('POST', path, body);

/**
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
export const patch = (path, body) => ask('PATCH', path, body);

/**
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<any>}
 */
export const remove = (path, body) => ask('DELETE', path, body);

/** @returns {Promise<import('./messages').Variant[]>} */
export const variants = async () => (await get('/api/variants')).variants;

/**
 * Who we are to the server, or null before the first Start; the day knows it, so that nobody asks in vain.
 * @returns {Promise<import('./messages').Player | null>}
 */
export const me = async () => (await day('today')).player;

/** Makes a guest when nobody is signed in. */
export async function ensurePlayer() {
  return (await me()) ?? (await post('/api/players'));
}

/**
 * The four games of a day, and the server's time with them.
 * @param {string} date `2026-11-30` or `today`
 * @returns {Promise<import('./messages').Day>}
 */
export async function day(date) {
  const asked = performance.now();
  const found = await get(`/api/days/${date}`);
  const heard = performance.now();
  offset = Date.parse(found.now) - (asked + heard) / 2;
  return found;
}

let offset = 0;

/** The server's time now, in milliseconds; this computer's clock is never read. */
export const serverNow = () => performance.now() + offset;

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {RequestCache} [cache]
 */
async function ask(method, path, body, cache) {
  const headers = { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) };
  const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body), cache });
  if (!answer.ok) throw new Problem(await problemOf(answer));
  return answer.status === 204 ? null : answer.json();
}

/**
 * @param {Response} answer
 * @returns {Promise<ProblemBody>}
 */
async function problemOf(answer) {
  try {
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { type: 'about:blank', title: answer.statusText, status: answer.status, code: 'unknown' };
  }
}
