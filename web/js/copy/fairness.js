// @ts-check
/** The words about what is fixed beforehand, what is sealed, and how anybody can check it. */

import { hourUtc, longDate } from '../format.js';

export const title = 'Fairness';
export const idea = 'The same deal for everybody, fixed beforehand, and nothing to take our word for.';

/** What we do, in four steps: a heading and its sentences. */
export const steps = [
  ['Fixed beforehand', 'Each game is dealt from a secret number of 32 random bytes. Before its day begins we publish a fingerprint of that secret, the commitment. It tells nothing about the cards, and nobody can find another secret with the same one, so the deal cannot be changed afterwards. Of the deals a secret gives we take the first that our solver proves can be won.'],
  ['Hidden means hidden', 'The server deals and keeps what lies face down to itself: it is in no page and no message. No score is ever sent by a player’s browser. The server checks each move and stores it before it answers.'],
  ['Sealed until final', 'While a game can still be played nobody sees another’s moves. You see who plays, cards home, moves and time. Two hours after the day everything opens, for everybody at once.'],
  ['Open afterwards', 'Then the secret is published with a winning line, and every run can be watched and downloaded as a record. Anybody can deal the same cards again, replay any run, and compare.'],
];

export const limits = 'What this cannot show: whoever runs a server could read a secret before the day. Play on a server you trust, or run your own.';

export const todayTitle = 'Today’s commitments';
/** @param {string} finalAt */
export const todayNote = (finalAt) => `The secrets that belong to them are published at ${hourUtc(finalAt)} on the next day, on this page and in the API.`;
export const allCommitments = 'All commitments ever published';

export const handTitle = 'Check a commitment by hand';
export const handText = 'A commitment is the SHA-256 of one line of text: the game, its date, the version of our solver, the solver’s budget, and the secret.';
export const pattern = 'samedeal-commit/1|VARIANT|YYYY-MM-DD|SOLVER_VERSION|NODE_BUDGET|SECRET_HEX';
/** @param {string} game @param {string} date */
export const example = (game, date) => `For example ${game} of ${longDate(date)}:`;
export const mustGive = 'must give the commitment that was published before that day:';
export const noExample = 'The first day of this server is not final yet. Tomorrow an example stands here.';
export const checkHere = 'Compute it here';
export const agrees = 'It agrees.';
export const differs = 'It does not agree.';

export const verifyTitle = 'Check a run';
export const verifyText = 'Every replay of a final game has a record to download. This program, which comes with Same Deal, plays it again by the same rules and needs no network:';
export const verifyPlain = 'samedeal verify record.json';
export const verifyTied = 'samedeal verify --commitment HEX record.json';
export const verifyRoot = 'samedeal verify --root HEX record.json';
export const verifyNote = 'It says ok, or names the first move or claim that is wrong. With a commitment it makes sure that the deal is the one that was fixed. With the root of a final day, which is listed beside the commitments, it makes sure that the result stood in that day’s list and was not changed since.';

export const deeperTitle = 'For those who write their own program';
export const deeper = [
  ['Which deal', 'The deals of a secret are numbered from 0. A game is the first that the solver of the named version finds a win for within its budget of nodes; the winning line is shown with the secret.'],
  ['The deal', 'For deal number k the key is HMAC-SHA256(secret, "samedeal-deal/1|VARIANT|k"). Numbers come from SHA-256(key and i as 8 bytes), i = 0, 1, 2 and so on, each hash read as four 64-bit numbers, big-endian. The deck begins AC 2C … KC, AD … KD, AH … KH, AS … KS. For i from 51 down to 1 take the next number x, skipping those from 2⁶⁴ − (2⁶⁴ mod (i + 1)) on, and swap card i with card x mod (i + 1).'],
  ['The chain of a run', 'It begins with SHA-256("samedeal-chain/1|ATTEMPT|GAME|COMMITMENT|RULES_VERSION"). With each move comes SHA-256(the hash before, and "PLY|MOVE|AT_MS"). The last one is told to the player at the end, and stands in the record.'],
  ['The root of a day', 'A Merkle tree as in RFC 6962 over all results in the order of their attempts. A leaf is the text "samedeal-leaf/1|ATTEMPT|GAME|OUTCOME|HOME|MOVES|TIME_MS|CHAIN".'],
];
