// @ts-check
/** One attempt on the screen: joins socket, state, hand and board; the server's word is the only truth. */

import { ask, showKeys, showText } from './dialogs.js';
import { board as boardWords, capital, ended as endWords, happened, link, play } from './copy.js';
import { Board } from './board/view.js';
import { Connection } from './connection.js';
import { EMPTY, legalNow, mayMove, pileOf, reduce, shownPiles } from './table-state.js';
import { Hand } from './hand.js';
import { MovesList } from './moves-list.js';
import { Stopwatch } from './stopwatch.js';
import { isStockMove, parseMove } from './cards.js';
import { fans } from './board/fan.js';
import { follow, settings } from './settings.js';
import { listen } from './board/input.js';
import { listenKeys } from './board/keys.js';
import { openSettings, say } from './chrome.js';
import { peek } from './peek.js';
import { pickedUp, stuck, tableText } from './board/a11y.js';
import { Rivals } from './rivals.js';
import { serverNow } from './api.js';
import { shake } from './board/anim.js';
import { sound } from './sounds.js';
import { spokenTime } from './format.js';
import { style } from './html.js';

/** @typedef {import('./messages').ServerMessage} ServerMessage */
/** @typedef {import('./table-state.js').State} State */
/** @typedef {import('./play-parts.js').Parts} Parts */

const FINISH_PACE = 70;
const FINISH_WITHIN = 2500;
const TOLD = 2600;
const TRY_NOW_AFTER = 10000;

export class Game {
  /**
   * @param {import('./messages').Variant} variant
   * @param {import('./messages').Attempt} attempt
   * @param {Parts} parts the elements of the page
   * @param {{readOnly: boolean, day: import('./messages').Day | null, begun: () => void, ended: (message: import('./messages').EndedMessage, table: import('./table-state.js').Table) => void}} wish
   */
  constructor(variant, attempt, parts, wish) {
    this.variant = variant;
    this.parts = parts;
    this.wish = wish;
    /** @type {State} */
    this.state = EMPTY;
    /** @type {string[]} */
    this.coming = [];
    this.pace = 0;
    /** @type {Rivals | import('./race.js').Ghost | null} */
    this.rivals = null;
    this.watch = new Stopwatch();
    this.board = new Board(parts.mat, variant, { readOnly: wish.readOnly });
    this.board.draw(bare(variant));
    this.hand = new Hand({
      legal: () => (wish.readOnly ? [] : legalNow(this.state)), send: (move) => this.send(move), changed: () => this._draw(false),
      tookUp: (held) => this._tookUp(held), balked: (pile, n) => this._balked(pile, n),
    });
    this.moves = new MovesList(variant, (move) => this.send(move));
    parts.movesPlace.append(this.moves.element);
    if (!wish.readOnly) this._listen();
    this.connection = new Connection(attempt.table, { message: (message) => this._heard(message), link: (now) => this._linked(now) });
    this.tick = setInterval(() => this._time(), 1000);
    follow(() => this._race(attempt));
  }

  /**
   * Sends a move, or keeps it until the one under way is answered.
   * @param {string} move
   */
  send(move) {
    if (!mayMove(this.state)) return;
    if (this.state.sent) {
      this.coming = [move];
      return;
    }
    const ply = this.state.next;
    this._apply({ t: 'sent', ply, move });
    this.connection.move(ply, move);
  }

  undo() {
    if (this.state.table?.undo) this.send('U');
  }

  /** Plays the moves the server offers, one after the other. */
  finish() {
    const offered = this.state.table?.finish ?? [];
    if (!offered.length || this.state.sent) return;
    this.coming = offered.slice(1);
    this.pace = Math.min(FINISH_PACE, FINISH_WITHIN / offered.length);
    this.send(offered[0]);
  }

  /** Ends the attempt after a question. */
  async giveUp() {
    const table = this.state.table;
    if (!table || this.state.ended) return;
    const text = table.kind === 'ranked' ? play.giveUpText(table.home) : play.giveUpPractice;
    if (await ask({ title: play.giveUpTitle, text, yes: play.giveUp, no: play.keepPlaying })) this.connection.giveUp(this.state.next);
  }

  toggleMoves() {
    const open = this.moves.toggle();
    this.parts.tools.moves.setAttribute('aria-expanded', String(open));
    if (!open) this.parts.tools.moves.focus();
  }

  showTable() {
    return showText(play.textTitle, tableText(this._picture(false), this.variant));
  }

  _listen() {
    const { tools } = this.parts;
    listen(this.board, this.hand, (pile) => peek(pile, this._picture(false), this.variant.key));
    listenKeys(this.board, this.hand, {
      U: () => this.undo(), F: () => this.finish(), M: () => this.toggleMoves(), B: () => void this.showTable(),
      S: () => this._sayState(), T: () => this._sayTime(), '?': () => void showKeys(),
    });
    tools.undo.addEventListener('click', () => this.undo());
    tools.moves.addEventListener('click', () => this.toggleMoves());
    tools.finish.addEventListener('click', () => this.finish());
    tools.giveUp.addEventListener('click', () => void this.giveUp());
    tools.settings.addEventListener('click', () => void openSettings());
    tools.keys.addEventListener('click', () => void showKeys());
    tools.rules.addEventListener('click', () => void showText(play.rules, this.variant.words.map((text) => ({ text }))));
    tools.text.addEventListener('click', () => void this.showTable());
    this.parts.tryNow.addEventListener('click', () => this.connection.tryNow());
  }

  /** @param {ServerMessage} message */
  _heard(message) {
    const before = this.state;
    this._apply(message);
    if (message.t === 'table') this._synced(message);
    if (message.t === 'moved' && this.state !== before) this._moved(message);
    if (message.t === 'refused') this._refused(message);
    if (message.t === 'ended') this._ended(message);
    if (message.t === 'notice') this._tell(noticeWords(message.notice));
  }

  /** @param {Parameters<typeof reduce>[1]} message */
  _apply(message) {
    const state = reduce(this.state, message);
    if (state === this.state) return;
    this.state = state;
    this.hand.refresh();
    this._draw(message.t === 'moved');
  }

  /** @param {import('./messages').TableMessage} table */
  _synced(table) {
    this.coming = [];
    this.watch.reach(table.elapsed_ms);
    if (!this.parts.loading.hidden) this.wish.begun();
    this.parts.loading.hidden = true;
    this._time();
  }

  /** @param {import('./messages').MovedMessage} moved */
  _moved(moved) {
    this.watch.reach(moved.elapsed_ms);
    say(happened(moved.events, moved.home, { down: pileOf(moved.piles, 'S').down ?? 0, pass: moved.pass }) + this._offerWords());
    navigator.vibrate?.(8);
    sound(moved.events.some((event) => event.event === 'moved' && event.to === 'F') ? 'home' : 'place');
    const next = this.coming.shift();
    if (next) setTimeout(() => this._goOn(next), this.coming.length ? this.pace : 0);
  }

  /** @param {string} move */
  _goOn(move) {
    if (this.state.table?.legal.includes(move)) this.send(move);
    else this.coming = [];
  }

  /** @param {import('./messages').RefusedMessage} refused */
  _refused(refused) {
    this.coming = [];
    this._tell(refused.why);
    if (refused.code === 'illegal') shake(this.parts.mat);
  }

  /** @param {import('./messages').EndedMessage} ended */
  _ended(ended) {
    this.coming = [];
    this._leaveRivals();
    this.parts.quiet();
    if (ended.outcome === 'won') this._won();
    this.moves.element.hidden = true;
    this.watch.stop(ended.result.elapsed_ms);
    clearInterval(this.tick);
    this._time();
    this.connection.close();
    say(endWords.spoken(ended.result, ended.rank, ended.of));
    if (this.state.table) this.wish.ended(ended, this.state.table);
  }

  /** Every card is home: they fan out by suit. */
  _won() {
    sound('win');
    void style('result').then(() => {
      this.parts.mat.classList.add('won');
      this.parts.mat.append(fans(this.state.table?.base ?? ''));
    });
  }

  /**
   * Follows the others of a day's game while that is wanted.
   * @param {import('./messages').Attempt} attempt
   */
  _race({ game, kind, player }) {
    const ghost = new URLSearchParams(location.search).get('ghost');
    const wanted = settings.rivals && !this.wish.readOnly && game && (kind === 'ranked' || ghost) && !this.state.ended;
    if (!wanted) this._leaveRivals();
    else if (kind === 'ranked') this.rivals ??= new Rivals(game, player, () => this._time());
    else if (ghost) void this._haunt(ghost, game);
  }

  /**
   * Lets another's run of the same game be the rival.
   * @param {string} id
   * @param {string} game
   */
  async _haunt(id, game) {
    const found = await (await import('./race.js')).ghostFor(id, game);
    if (found) this.rivals ??= found;
    else this._tell(link.noGhost);
    this._time();
  }

  _leaveRivals() {
    this.rivals?.leave();
    this.rivals = null;
    this.board.race(null);
    this.parts.place(null);
  }

  /** @param {State['link']} now */
  _linked(now) {
    const before = this.state.link;
    if (before === now) return;
    if (now !== 'open') this.hand.release();
    this._apply({ t: 'link', link: now });
    if (now === 'lost' && before === 'open') say(link.lostSpoken);
    if (now === 'open' && before === 'lost') this._back();
    this._bar(now);
  }

  _back() {
    say(link.backSpoken);
    this.parts.bar.classList.add('back');
    setTimeout(() => this.parts.bar.classList.remove('back'), 1500);
  }

  /** @param {State['link']} now */
  _bar(now) {
    const { bar, barText, tryNow } = this.parts;
    bar.classList.toggle('lost', now === 'lost' || now === 'shut');
    barText.textContent = now === 'open' ? link.back : now === 'shut' ? link.refused : link.lost;
    clearTimeout(this.waiting);
    if (now === 'shut') this.parts.loading.hidden = true;
    tryNow.hidden = true;
    if (now === 'lost') this.waiting = setTimeout(() => { tryNow.hidden = false; }, TRY_NOW_AFTER);
  }

  /** @param {boolean} fresh */
  _draw(fresh) {
    const table = this.state.table;
    if (!table) return;
    this.board.draw(this._picture(fresh));
    this.parts.draw(this.state);
    this.moves.draw(table, legalNow(this.state));
    this._time();
  }

  /**
   * @param {boolean} fresh
   * @returns {import('./board/view.js').Picture}
   */
  _picture(fresh) {
    const table = /** @type {import('./table-state.js').Table} */ (this.state.table), sent = this.state.sent;
    return {
      piles: shownPiles(this.state) ?? table.piles, base: table.base, pass: table.pass, home: table.home, fresh,
      legal: this.wish.readOnly ? [] : legalNow(this.state), held: this.hand.held, events: this.state.moved?.events ?? [],
      busy: sent !== null && isStockMove(parseMove(sent.move)),
    };
  }

  _time() {
    const elapsed = this.watch.elapsed();
    this.parts.time(elapsed);
    if (this.rivals) this.board.race(this.rivals.at(elapsed));
    if (this.rivals) this.parts.place(this.rivals.place);
    this._rollOver();
  }

  /** Says once that the day is over while the game may still be finished. */
  _rollOver() {
    const { day } = this.wish, table = this.state.table;
    if (!day || !table?.final_at || table.kind !== 'ranked' || this.state.ended || serverNow() < Date.parse(day.closes_at)) return;
    const text = play.rolledOver(day.closes_at, table.final_at, day.date);
    if (this.parts.news(text)) say(text);
  }

  /** @param {import('./cards.js').Held} held */
  _tookUp(held) {
    say(pickedUp(this._picture(false), held));
  }

  /**
   * @param {string} pile
   * @param {number} n
   */
  _balked(pile, n) {
    if (!mayMove(this.state)) return;
    const node = this.board.topOf(pile);
    if (node) shake(node);
    this._tell(stuck(this._picture(false), pile, n));
  }

  /**
   * Says it to those who listen and to those who look.
   * @param {string} text
   */
  _tell(text) {
    say(text);
    const { told } = this.parts;
    told.textContent = text;
    told.classList.add('shown');
    clearTimeout(this.telling);
    this.telling = setTimeout(() => told.classList.remove('shown'), TOLD);
  }

  _offerWords() {
    const table = this.state.table;
    if (table?.blocked) return ` ${endWords.blocked}`;
    return table?.stale_pass ? ` ${endWords.stalePass}` : '';
  }

  _sayState() {
    const lines = tableText(this._picture(false), this.variant);
    say(lines.map((line) => `${line.title}: ${line.text}.`).join(' '));
  }

  _sayTime() {
    const place = this.rivals?.place;
    say(`${capital(spokenTime(this.watch.elapsed()))}. ${this.state.table?.moves ?? 0} ${boardWords.movesWord}.${place ? ` ${play.placeSpoken(place)}` : ''}`);
  }
}

/**
 * The places only, while the cards are on their way.
 * @param {import('./messages').Variant} variant
 * @returns {import('./board/view.js').Picture}
 */
function bare({ piles }) {
  const empty = Object.fromEntries(piles.map((pile) => [pile, {}]));
  return { piles: { ...empty, F: {} }, base: 'A', legal: [], pass: null, held: null, events: [], home: 0, fresh: false, busy: false };
}

/** @param {string} notice */
const noticeWords = (notice) => ({ draining: link.draining, closing: link.closing, unavailable: link.unavailable }[notice] ?? notice);
