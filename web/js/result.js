// @ts-check
/** The panel of an ended attempt: place, moves, time, and where to go next. */

import { clock, many, ordinal } from './format.js';
import { ended as words, play, resultWords } from './copy.js';
import { h } from './html.js';
import { icon } from './icons.js';

/**
 * @typedef {object} Ending
 * @property {import('./messages').EndedMessage} ended
 * @property {string | null} game `2026-12-01/kansas`, null for practice on a random deal
 * @property {boolean} ranked
 * @property {{href: string, title: string} | null} next the next game of the day
 * @property {(() => void) | null} again another practice deal
 */

/**
 * @param {Ending} ending
 * @returns {HTMLElement}
 */
export function resultPanel(ending) {
  const { ended } = ending, { result } = ended;
  return h('section', { class: 'box result', 'aria-labelledby': 'result-title', tabindex: -1 },
    h('div', { class: 'place' }, place(ending), h('p', {}, title(ending), h('small', {}, standing(ending)))),
    h('dl', {}, fact(play.home, result.home), fact(play.moves, result.moves), fact(play.time, clock(result.elapsed_ms))),
    actions(ending));
}

/** @param {Ending} ending */
function place({ ended }) {
  return h('b', {}, ended.rank ? ordinal(ended.rank) : resultWords(ended.result));
}

/**
 * How it ended; unseen when the large word says it already.
 * @param {Ending} ending
 */
function title({ ended }) {
  const said = !ended.rank && ended.outcome === 'won';
  return h('span', { id: 'result-title', class: said && 'unseen' }, words.titles[ended.outcome] ?? ended.outcome);
}

/** @param {Ending} ending */
function standing({ ended, ranked }) {
  if (!ranked) return words.unranked;
  return ended.of ? words.soFar(ended.of) : many(ended.result.home, 'card');
}

/**
 * @param {string} name
 * @param {string | number} value
 */
const fact = (name, value) => h('div', {}, h('dt', {}, name), h('dd', {}, value));

/** @param {Ending} ending */
function actions({ ended, game, ranked, next, again }) {
  const board = game && ranked ? `/leaderboards/${game.split('/').reverse().join('/')}` : null;
  return h('div', { class: 'row' },
    h('a', { class: 'button', href: `/replay/${ended.attempt}` }, icon('play'), words.replay),
    board && h('a', { class: 'button', href: board }, words.board),
    h('span', { class: 'space-between' }),
    again && h('button', { class: 'button go', type: 'button', onclick: again }, words.again),
    next && h('a', { class: 'button go', href: next.href }, words.next(next.title), icon('forth')),
    !next && !again && h('a', { class: 'button go', href: '/' }, words.today));
}
