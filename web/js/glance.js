// @ts-check
/** One look at the table of an attempt of ours, as it lies now. */

import { get } from './api.js';

const PATIENCE = 5000;

/** @typedef {import('./messages').TableMessage} TableMessage */

/**
 * @param {import('./messages').Attempt} attempt one whose table is open to us
 * @returns {Promise<TableMessage | null>} null when it does not come
 */
export function glance(attempt) {
  const socket = new WebSocket(new URL(attempt.table, location.href.replace(/^http/, 'ws')), 'samedeal.v1');
  /** @type {Promise<TableMessage | null>} */
  const table = new Promise((resolve) => {
    socket.onmessage = ({ data }) => resolve(JSON.parse(data));
    socket.onclose = () => resolve(null);
    setTimeout(resolve, PATIENCE, null);
  });
  return table.finally(() => socket.close());
}

/**
 * Dates in a row on which somebody has played, and won.
 * @param {string} player
 * @returns {Promise<{played: number, won: number}>}
 */
export async function streaksOf(player) {
  const { streaks } = await get(`/api/players/${encodeURIComponent(player)}`).catch(() => ({}));
  return { played: streaks?.played.current ?? 0, won: streaks?.won.current ?? 0 };
}
