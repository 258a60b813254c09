// @ts-check
/** The live socket of a game: who plays, how far they are, who has just finished; no cards. */

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30000;
const NO_SUCH_GAME = 4404;

/**
 * Listens until the returned function is called; after a cut it comes back by itself.
 * @param {string} game `2026-11-30/kansas`
 * @param {(message: import('./messages').LiveMessage) => void} hear
 * @returns {() => void}
 */
export function listenLive(game, hear) {
  const address = new URL(`/api/games/${game}/live`, location.href.replace(/^http/, 'ws')).href;
  let wait = FIRST_WAIT, retry = 0, socket = open();

  function open() {
    const opened = new WebSocket(address);
    opened.onmessage = ({ data }) => {
      wait = FIRST_WAIT;
      hear(JSON.parse(data));
    };
    opened.onclose = ({ code }) => code !== NO_SUCH_GAME && later();
    return opened;
  }

  function later() {
    retry = setTimeout(() => { socket = open(); }, wait * (0.7 + Math.random() * 0.6));
    wait = Math.min(LONGEST_WAIT, wait * 2);
  }

  return () => {
    clearTimeout(retry);
    socket.onclose = null;
    socket.close();
  };
}
