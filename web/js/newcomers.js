// @ts-check
/** What happens in an open game while its board is looked at: who plays, who has just finished. */

import { listenLive } from './live.js';

/** Between two changes of what is seen, in milliseconds. */
const APART = 2000;

/**
 * @typedef {object} View
 * @property {(playing: import('./messages').Going[]) => void} playing shows who plays
 * @property {(attempt: number) => boolean} has whether a result is shown already
 * @property {() => boolean} busy whether rows may not move now
 * @property {(n: number) => void} offer so many new results wait to be shown
 * @property {(n: number) => Promise<void>} repaint shows the board as it is now
 */

/**
 * @param {string} game `2026-11-30/kansas`
 * @param {View} view
 * @returns {{show: () => Promise<void>, again: () => void}} shows what waits at once; or as soon as rows may move
 */
export function followNewcomers(game, view) {
  const playing = new Map(), waiting = new Set();
  let painted = performance.now() - APART, timer = 0, heard = 0, missed = false;
  listenLive(game, (message) => {
    if (message.t === 'players') {
      missed = heard++ > 0;
      playing.clear();
    }
    if (message.t === 'players' || message.t === 'progress') for (const one of message.players) playing.set(one.player, one);
    if (message.t === 'result') message.standings.forEach(finished);
    again();
  });

  /** @param {import('./messages').Scored} one */
  function finished({ player, attempt }) {
    playing.delete(player);
    if (!view.has(attempt)) waiting.add(attempt);
  }

  function again() {
    timer ||= setTimeout(paint, Math.max(0, painted + APART - performance.now()));
  }

  function paint() {
    timer = 0;
    painted = performance.now();
    view.playing([...playing.values()]);
    if (view.busy()) view.offer(waiting.size);
    else if (waiting.size || missed) void show();
  }

  async function show() {
    const n = waiting.size;
    waiting.clear();
    missed = false;
    painted = performance.now();
    view.offer(0);
    await view.repaint(n);
  }

  return { show, again };
}
