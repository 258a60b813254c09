// @ts-check
/** The words of a player's page. */

import { many } from '../format.js';

export const kept = 'Kept name';
export const guest = 'Guest';
export const you = 'This is you.';
export const account = 'Your account';
export const keep = 'Keep this name';
export const points = 'points';
export const wins = 'games won';
export const played = 'games played';
export const inRow = 'days in a row';
export const wonInRow = 'days in a row with a win';
/** @param {number} days */
export const longest = (days) => `longest ${days}`;
/** @param {number} n */
export const chart = (n) => `Cards home, ${many(n, 'game')}`;
export const games = 'Games';
export const results = 'Latest results';
export const game = 'Game';
export const result = 'Result';
export const moves = 'Moves';
export const time = 'Time';
export const replay = 'Replay';
export const sealed = 'Sealed until the game is final';
export const none = 'No game is finished yet.';
export const today = 'Today’s games';
export const boards = 'Leaderboards';
export const title = 'Player';
export const unknownTitle = 'No player of this name';
/** @param {string} name */
export const unknown = (name) => [`Nobody is called `, name, ` here. A name can change, and a player can leave.`];
export const deletedTitle = 'This player has left';
export const deleted = 'The results stay on the boards, without a name.';
