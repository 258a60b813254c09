// @ts-check
/** The table's socket: sends moves by ply, sends the unanswered one again after a cut, comes back by itself. */

/** @typedef {import('./messages').ServerMessage} ServerMessage */
/** @typedef {{message: (message: ServerMessage) => void, link: (link: 'connecting' | 'open' | 'lost' | 'shut', code?: number) => void}} Hears */

const FINAL_CODES = new Set([4400, 4403, 4404, 1003, 1009]);
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15000;
const PING_EVERY = 20000;
const PONG_WITHIN = 8000;

/** A socket that heals; owned by the page that made it. */
export class Connection {
  /**
   * @param {string} path the table's address on this server
   * @param {Hears} hears
   */
  constructor(path, hears) {
    this.address = new URL(path, location.href.replace(/^http/, 'ws')).href;
    this.hears = hears;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {{t: string, ply: number, move?: string} | null} */
    this.unanswered = null;
    this.failures = 0;
    this.retry = 0;
    this.ping = 0;
    this.pong = 0;
    this.shut = false;
    addEventListener('online', () => this.tryNow());
    document.addEventListener('visibilitychange', () => document.hidden || this.tryNow());
    this._open();
  }

  /**
   * Sends a move; it is kept until the server answers.
   * @param {number} ply
   * @param {string} move
   */
  move(ply, move) {
    this._keep({ t: 'move', ply, move });
  }

  /** @param {number} ply */
  giveUp(ply) {
    this._keep({ t: 'give_up', ply });
  }

  /** Opens at once instead of waiting for the next try. */
  tryNow() {
    if (this.shut || this.socket) return;
    clearTimeout(this.retry);
    this._open();
  }

  /** Ends it for good. */
  close() {
    this.shut = true;
    clearTimeout(this.retry);
    this.socket?.close();
  }

  _open() {
    const socket = new WebSocket(this.address, 'samedeal.v1');
    this.socket = socket;
    socket.onopen = () => this._opened();
    socket.onmessage = ({ data }) => this._heard(JSON.parse(data));
    socket.onclose = ({ code }) => this.socket === socket && this._closed(code);
  }

  _opened() {
    this._pingLater();
  }

  /** @param {ServerMessage} message */
  _heard(message) {
    clearTimeout(this.pong);
    if (message.t === 'pong') return;
    if (message.t === 'table') this._synced(message.ply);
    if (message.t === 'moved' || message.t === 'refused') this._answered(message.ply);
    if (message.t === 'ended') this.unanswered = null;
    this.hears.message(message);
    if (message.t === 'table') this._sendAgain();
  }

  /** @param {number} ply */
  _synced(ply) {
    this.failures = 0;
    if (this.unanswered && this.unanswered.ply < ply) this.unanswered = null;
    this.hears.link('open');
  }

  /** @param {number | null} ply */
  _answered(ply) {
    if (this.unanswered && ply !== null && this.unanswered.ply <= ply) this.unanswered = null;
  }

  /** @param {{t: string, ply: number, move?: string}} message */
  _keep(message) {
    this.unanswered = message;
    this._send(message);
  }

  _sendAgain() {
    if (this.unanswered) this._send(this.unanswered);
  }

  /** @param {object} message */
  _send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {number} code */
  _closed(code) {
    this.socket = null;
    clearTimeout(this.ping);
    clearTimeout(this.pong);
    if (this.shut) return;
    if (FINAL_CODES.has(code)) return this._end(code);
    this.hears.link('lost', code);
    this.retry = setTimeout(() => this.tryNow(), this._wait());
  }

  /** @param {number} code */
  _end(code) {
    this.shut = true;
    this.hears.link('shut', code);
  }

  /** Half a second, doubled each time up to fifteen, give or take three tenths. */
  _wait() {
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures);
    this.failures += 1;
    return wait * (0.7 + Math.random() * 0.6);
  }

  _pingLater() {
    this.ping = setTimeout(() => {
      this._send({ t: 'ping' });
      this.pong = setTimeout(() => this._dead(), PONG_WITHIN);
      this._pingLater();
    }, PING_EVERY);
  }

  /** A socket that answers no ping is left behind. */
  _dead() {
    const socket = this.socket;
    if (!socket) return;
    socket.onclose = null;
    socket.close();
    this._closed(1006);
  }
}
