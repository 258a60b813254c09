// @ts-check
/** Every word the pages say. Short, plain, second person; no exclamation marks. */

import { clock, hourUtc, left, many, ordinal, shortDate, spokenTime } from './format.js';
import { parseMove, rankOf, suitOf } from './cards.js';

/** @typedef {import('./messages').Result} Result */
/** @typedef {import('./messages').GameEvent} GameEvent */

/** @type {Record<string, string>} */
const SUIT_WORDS = { S: 'spades', H: 'hearts', D: 'diamonds', C: 'clubs' };
/** @type {Record<string, string>} */
export const SUIT_SIGNS = { S: '♠', H: '♥', D: '♦', C: '♣' };
/** @type {Record<string, string>} */
const RANK_WORDS = { A: 'ace', T: '10', J: 'jack', Q: 'queen', K: 'king' };

/** @param {string} rank */
export const rankWord = (rank) => RANK_WORDS[rank] ?? rank;

/** @param {string} card */
export const cardWords = (card) => `${rankWord(rankOf(card))} of ${SUIT_WORDS[suitOf(card)]}`;

/** @param {string} suit */
export const suitWord = (suit) => SUIT_WORDS[suit];

/** @param {string} card */
export const cardSign = (card) => `${rankOf(card).replace('T', '10')}${SUIT_SIGNS[suitOf(card)]}`;

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string[]} words */
export const orList = (words) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1]}`;

/**
 * `T3` as `column 3`.
 * @param {string} pile
 */
export function pileWords(pile) {
  if (pile.startsWith('T') && pile.length > 1) return `column ${pile.slice(1)}`;
  return { F: 'home', W: 'the waste', R: 'the reserve', S: 'the stock', T: 'the columns' }[pile] ?? pile;
}

export const brand = 'Same Deal';
export const nav = {
  today: 'Today', boards: 'Leaderboards', practice: 'Practice', howToPlay: 'How to play', settings: 'Settings',
  signIn: 'Sign in', account: 'Account', fairness: 'Fairness', api: 'API', more: 'More pages', footer: 'The same deal for everyone. One go at each.',
};

/** @param {string} page */
export const pageTitle = (page) => `${page} – ${brand}`;

export const today = {
  idea: 'Four games, the same deal for everyone. One go at each.',
  untilClose: 'until close',
  rules: [
    ['One deal, one go.', ' Everybody gets the same cards, and only the first try counts.'],
    ['More cards home wins.', ' Then fewer moves, then less time. The server checks and counts.'],
    ['Afterwards all is open.', ' Watch any run, and check that the deal was fair.'],
  ],
  notStarted: 'Not started',
  firstGame: 'Not started. A good first game',
  playing: 'Playing',
  waiting: 'Ready. Your clock has not started',
  proving: 'Being proven winnable',
  par: 'Par', unproven: 'not proven winnable',
  start: 'Start', resume: 'Continue', seeResult: 'See result', board: 'Leaderboard',
  closedGame: 'Closed',
  soFar: 'So far',
  /** @param {number} players @param {number} won */
  counts: (players, won) => `${many(players, 'player')}, ${won} won`,
  hiddenTable: 'The cards are shown when you start', yourTable: 'Your table',
  inRow: 'played in a row', wonInRow: 'with a win in a row',
  /** @param {number} home @param {number} moves */
  playingAt: (home, moves) => `Playing · ${home} home · ${many(moves, 'move')}`,
  /** @param {number} n */
  days: (n) => many(n, 'day'),
  noAccountTitle: 'No account needed',
  noAccount: 'Press Start and you play as a guest with a friendly name.',
  fixedTitle: 'Fixed beforehand',
  /** @param {string} finalAt */
  fixedNote: (finalAt) =>
    `Each deal was settled before the day began; these numbers bind us to it. The secrets follow at ${hourUtc(finalAt)}.`,
  practiceTitle: 'Practice',
  practice: 'A random deal, as often as you like. It never counts.', morePractice: 'Past games, and deals of your own', signIn: 'Sign in or keep your name',
  yesterdayTitle: 'Yesterday’s winners', lastTitle: 'Winners of the last day',
  noWinner: 'Nobody finished',
  replay: 'Replay',
};

/** @param {{outcome: string, home: number}} result */
export const resultWords = (result) => (result.outcome === 'won' ? 'Won' : `${result.home} home`);

/** @param {Result} result */
export const resultLine = (result) => `${resultWords(result)} · ${many(result.moves, 'move')} · ${clock(result.elapsed_ms)}`;

export const play = {
  loading: 'Dealing…',
  start: 'Start – the clock runs from the moment you see the cards',
  /** @param {string} name */
  inventor: (name) => `Invented by ${name}.`,
  moves: 'moves', time: 'time', home: 'cards home',
  undo: 'Undo', movesList: 'Moves', finish: 'Finish', more: 'More', menu: 'Menu',
  practice: 'Practice, does not count', watching: 'Watching',
  /** @param {number} ms */
  subtitle: (ms) => ` · same deal for everyone, ${ms > 0 ? `closes in ${left(ms)}` : 'closed'}`,
  /** @param {string} base */
  upFrom: (base) => `up from ${base}`,
  table: 'Card table. Arrow keys move between cards, Enter picks up and puts down, question mark lists all keys.',
  tableReadOnly: 'Card table, read only',
  movesTitle: 'What you can do now',
  noMoves: 'Nothing can be moved now.',
  textTitle: 'Table as text',
  games: 'Today’s four games', leaders: 'Leaders', allPlayers: 'All',
  noLeaders: 'No one has finished yet. Be the first.',
  /** @param {string} time */
  sealed: (time) => `Replays of this game open at ${hourUtc(time)}.`,
  giveUp: 'Give up', giveUpTitle: 'Give up this game?',
  /** @param {number} home */
  giveUpText: (home) => `Your result will be ${many(home, 'card')} home. You cannot go on afterwards.`,
  giveUpPractice: 'You cannot go on afterwards.',
  keepPlaying: 'Keep playing', settings: 'Settings', keys: 'Keys', text: 'Table as text', close: 'Close',
  toToday: 'Today’s games', toBoard: 'Leaderboard', rules: 'Rules',
  /** @param {{rank: number, of: number}} place */
  placeShort: ({ rank, of }) => ` · ~${ordinal(rank)} of ${of}`,
  /** @param {number} rank */
  placeNow: (rank) => `~${ordinal(rank)}`,
  /** @param {number} of */
  ifStopped: (of) => `of ${of} if you stop now`,
  /** @param {{rank: number, of: number}} place */
  placeSpoken: ({ rank, of }) => `Rank ${rank} of ${of} if you stop now.`,
  /** @param {string} closesAt @param {string} finalAt @param {string} date */
  rolledOver: (closesAt, finalAt, date) =>
    `Today’s deal closed at ${hourUtc(closesAt)}. You can finish until ${hourUtc(finalAt)}; it counts for ${shortDate(date)}.`,
  dismiss: 'Put away',
  playing: 'Playing now',
  /** @param {number} home */
  homeShort: (home) => `${home} home`,
};

/** What each key does on the table; the order is that of the list. */
export const keys = [
  ['← →', 'next pile'], ['↑ ↓', 'next card'], ['Home End', 'first or last pile'],
  ['Enter', 'pick up or put down'], ['Esc', 'put back'], ['1 – 9', 'go to a column, or put the held cards there'],
  ['R or 0', 'reserve'], ['W', 'waste'], ['D', 'turn the stock'], ['H', 'send home'], ['U', 'undo'],
  ['F', 'finish, when it is offered'], ['M', 'list of moves'], ['B', 'table as text'],
  ['S', 'say the state'], ['T', 'say time and moves'], ['?', 'this list'],
];

export const board = {
  /** @param {number} n @param {number} of */
  position: (n, of) => `${n} of ${of}`,
  selected: 'selected',
  /** @param {string[]} piles */
  canGo: (piles) => `can go to ${orList(piles)}`,
  nowhere: 'has nowhere to go',
  /** @param {string} card @param {number} more @param {string[]} piles */
  pickedUp: (card, more, piles) =>
    `${capital(cardWords(card))} picked up${more ? ` with ${more} more` : ''}. ${capital(board.canGo(piles))}.`,
  /** @param {string} card */
  stuck: (card) => `${capital(cardWords(card))} has nowhere to go.`,
  putBack: 'Put back.',
  emptyPile: 'There is nothing to pick up here.',
  /** @param {string} pile @param {number} up @param {number} down */
  column: (pile, up, down) => {
    if (!up && !down) return `${capital(pileWords(pile))}, empty`;
    return `${capital(pileWords(pile))}, ${many(up + down, 'card')}${down ? `, ${down} face down` : ''}`;
  },
  /** @param {string} pile @param {string} space */
  space: (pile, space) => `${capital(pileWords(pile))}, empty, ${space}`,
  /** @param {string} suit @param {string} base */
  foundation: (suit, base) => `${capital(suitWord(suit))} home, empty, begins with ${rankWord(base)}`,
  /** @param {string} card */
  foundationTop: (card) => `Home, ${cardWords(card)} on top`,
  home: 'Home',
  allHome: 'All 52 cards are home',
  /** @param {number} n */
  faceDown: (n) => `${many(n, 'card')} face down under these.`,
  /** @param {number} n */
  waste: (n) => (n ? `Waste, ${many(n, 'card')}` : 'Waste, empty'),
  /** @param {number} down @param {number} up */
  reserve: (down, up) => `Reserve, ${many(down + up, 'card')}`,
  /** @param {string} name @param {number} n @param {string} pass @param {string} act */
  stock: (name, n, pass, act) => [capital(name), n ? many(n, 'card') : 'empty', pass, act].filter(Boolean).join(', '),
  /** @param {number} n */
  turn: (n) => `turn ${n}`,
  deal: 'deal on to the columns',
  again: 'turn the waste over',
  /** @param {{n: number, of: number | null} | null} pass */
  pass: (pass) => (pass ? (pass.of ? `pass ${pass.n} of ${pass.of}` : `pass ${pass.n}`) : ''),
  /** @param {{n: number, of: number | null}} pass */
  passShort: (pass) => `pass ${pass.n}${pass.of ? `/${pass.of}` : ''}`,
  upFrom: (/** @type {string} */ base) => `up from ${base}`,
  /** @param {number} n @param {number | null} of */
  reserveCount: (n, of) => `reserve ${n}${of ? ` of ${of}` : ''}`,
  /** @param {number} n */
  wasteCount: (n) => `waste ${n}`,
  movesWord: 'moves',
  you: 'You',
  /** @param {number} n */
  youAt: (n) => `You ${n}`,
  /** @param {import('./rivals.js').Rival} rival */
  rivalAt: ({ name, home, at }) => `${name} ${home} ${at === null ? 'now' : `at ${clock(at)}`}`,
  /** @param {number} home */
  pace: (home) => `You have ${home} of 52 cards home.`,
};

export const link = {
  lost: 'Connection lost – trying again…',
  lostSpoken: 'Connection lost. Your last move is safe.',
  back: 'Back. Nothing was lost.',
  backSpoken: 'Connected again.',
  tryNow: 'Try now',
  draining: 'The server is restarting. You will be back in a moment.',
  closing: 'Today’s game closes soon.',
  unavailable: 'Our storage is away for a moment. Your game is safe.',
  refused: 'This table is not open to you.',
  noGhost: 'There is no such run of this game to race.',
};

export const ended = {
  blocked: 'No moves left.',
  /** @param {number} home @param {number} moves */
  blockedNow: (home, moves) => `No moves left. ${many(home, 'card')} home, ${many(moves, 'move')}.`,
  stalePass: 'You went through the stock without a play.',
  keepGoing: 'Keep going', finishHere: 'Finish here', seeResult: 'See result',
  /** @type {Record<string, string>} */
  titles: {
    won: 'Won', given_up: 'You gave up', blocked: 'No moves left',
    ply_limit: 'The limit of moves is reached', expired: 'Time is over',
  },
  /** @param {number} of */
  soFar: (of) => `of ${of} so far`,
  unranked: 'Practice does not count.',
  replay: 'Your replay', board: 'Leaderboard', today: 'Today’s games', again: 'Another deal',
  /** @param {string} title */
  next: (title) => `Next: ${title}`,
  /** @param {Result} result @param {number | null} rank @param {number | null} of */
  spoken: (result, rank, of) => {
    const how = result.outcome === 'won' ? 'Won' : `Ended with ${many(result.home, 'card')} home`;
    const place = rank && of ? ` Rank ${rank} of ${of}.` : '';
    return `${how} in ${many(result.moves, 'move')}, ${spokenTime(result.elapsed_ms)}.${place}`;
  },
};

/**
 * A legal move as a button says it.
 * @param {string | null} card the lifted card, if it is known
 * @param {number} n
 * @param {string} from
 * @param {string} to
 */
export function moveWords(card, n, from, to) {
  const what = card ? `${capital(cardWords(card))}${n > 1 ? ` and ${n - 1} more` : ''}` : 'Card';
  return `${what}: ${to === 'F' ? `${pileWords(from)} home` : `${pileWords(from)} to ${pileWords(to)}`}`;
}

/**
 * What a move did, for the status line.
 * @param {GameEvent[]} events
 * @param {number} home
 * @param {{down: number, pass: {n: number, of: number | null} | null}} stock
 */
export function happened(events, home, stock) {
  const told = events.map((event) => eventWords(event, home, stock)).filter(Boolean);
  return told.join(' ');
}

/**
 * @param {GameEvent} event
 * @param {number} home
 * @param {{down: number, pass: {n: number, of: number | null} | null}} stock
 */
function eventWords(event, home, stock) {
  switch (event.event) {
    case 'moved':
      return event.to === 'F' ? `${capital(cardWords(event.cards[0]))} home. ${home} of 52.` : `To ${pileWords(event.to)}.`;
    case 'revealed':
      return `${event.pile === 'R' ? 'Next in the reserve' : 'Turned up'} ${cardWords(event.card)}.`;
    case 'filled':
      return `${capital(cardWords(event.card))} fills ${pileWords(event.pile)}.`;
    case 'turned': {
      const names = event.cards.map(cardWords);
      const top = event.to === 'W' && names.length > 1 ? ' on top' : '';
      const pass = board.pass(stock.pass);
      return `Dealt ${names.join(', ')}${top}. ${stock.down} left${pass ? `, ${pass}` : ''}.`;
    }
    case 'redealt':
      return `The waste is the stock again, ${many(event.cards, 'card')}.`;
    default:
      return undone(event.move);
  }
}

/** @param {string} text */
function undone(text) {
  const move = parseMove(text);
  if (move.from === 'S') return 'Taken back: the deal.';
  if (move.to === 'S') return 'Taken back: the redeal.';
  return `Taken back: to ${pileWords(move.from)}.`;
}

export const errors = {
  title: 'That did not work',
  /** @param {string} code */
  server: (code) => `Something went wrong on our side. Your game is saved. (${code})`,
  offline: 'The server cannot be reached. Try again in a moment.',
  noGame: 'There is no such game.',
  /** @param {string | undefined} time */
  sealed: (time) => `This replay is sealed${time ? ` until ${hourUtc(time)}` : ''}.`,
  tooFast: 'Too many at once. Wait a moment and try again.',
};
