// @ts-check
/** A deal somebody pasted or was sent by link: its cards in any sensible spelling, or a record. */

import { trouble } from './copy/practice.js';

/** What the server takes to deal it. @typedef {{deck: string[]} | {secret: string, deal: number} | {game: string}} Deal */
/** @typedef {{deal: Deal, variant: string | null}} Pasted `variant` null when the text names none */

const FORMAT = 'samedeal-record/1';

/** @type {Record<string, string>} */
const SUIT_OF_SIGN = { '♠': 'S', '♤': 'S', '♥': 'H', '♡': 'H', '♦': 'D', '♢': 'D', '♣': 'C', '♧': 'C' };
const SIGNS = Object.keys(SUIT_OF_SIGN).join('');

const CARDS = /^(?:[A2-9TJQK][CDHS])+$/;
const SUIT_FIRST = /^([CDHS])([A2-9TJQK])$/;

/**
 * Reads what was pasted. What is no card stays as it is, for the server to name.
 * @param {string} text
 * @returns {Pasted}
 * @throws {Error} whose message says what is wrong
 */
export function readDeal(text) {
  const plain = text.trim();
  if (!plain) throw new Error(trouble.empty);
  return plain.startsWith('{') ? ofRecord(recordIn(plain)) : { deal: { deck: cardsIn(plain) }, variant: null };
}

/**
 * `9H 4c, 10♠` as `9H`, `4C`, `TS`.
 * @param {string} text
 * @returns {string[]}
 */
export function cardsIn(text) {
  const joined = text.replace(/\ufe0f/g, '').replace(new RegExp(`([\\dajqkt])\\s+(?=[${SIGNS}])`, 'gi'), '$1');
  return joined.split(/[\s,;|]+/).filter(Boolean).flatMap(cardsOfWord);
}

/**
 * What stands behind the question mark of a link to a deal.
 * @param {Deal} deal
 */
export function queryOf(deal) {
  if ('deck' in deal) return `deck=${deal.deck.join('')}`;
  return 'secret' in deal ? `secret=${deal.secret}&deal=${deal.deal}` : `game=${deal.game.split('/')[0]}`;
}

/**
 * The deal of a link, null when it has none.
 * @param {URLSearchParams} query
 * @param {string} variant
 * @returns {Deal | null}
 */
export function dealOf(query, variant) {
  const deck = query.get('deck'), secret = query.get('secret'), date = query.get('game');
  if (deck) return { deck: cardsIn(deck) };
  if (secret) return { secret, deal: Number(query.get('deal') ?? 0) };
  return date ? { game: `${date}/${variant}` } : null;
}

/** @param {string} word */
function cardsOfWord(word) {
  const plain = [...word].map((sign) => SUIT_OF_SIGN[sign] ?? sign).join('').toUpperCase().replaceAll('10', 'T');
  if (CARDS.test(plain)) return plain.match(/../g) ?? [];
  const [, suit, rank] = SUIT_FIRST.exec(plain) ?? [];
  return [suit ? rank + suit : word];
}

/**
 * The first record of a text: one object over any number of lines, or one a line.
 * @param {string} text
 * @returns {Record<string, unknown>}
 */
function recordIn(text) {
  const found = parsed(text) ?? parsed(text.split('\n')[0]);
  if (!found) throw new Error(trouble.notJson);
  return found;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * @param {Record<string, unknown>} record
 * @returns {Pasted}
 */
function ofRecord({ format, variant, deck, secret, deal, game }) {
  if (format !== FORMAT || typeof variant !== 'string') throw new Error(trouble.notRecord);
  if (Array.isArray(deck)) return { deal: { deck: deck.map(String) }, variant };
  if (typeof secret === 'string' && typeof deal === 'number') return { deal: { secret, deal }, variant };
  if (typeof game === 'string') return { deal: { game }, variant };
  throw new Error(trouble.noDeal);
}
