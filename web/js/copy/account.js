// @ts-check
/** The words of the account page. */

import { hourUtc, shortDate } from '../format.js';

export const title = 'Account';
export const nobody = 'Nobody is signed in here. To play you need no account: Start makes you a guest with a friendly name.';
/** Said before and after the name. */
export const guest = ['You play as ', ', a guest. Without a passphrase the name lives in this browser only.'];
export const keptName = ['You are ', ', a kept name.'];
export const profile = 'Your page: results and streaks';
export const keepFirst = 'Here only kept names are ranked. Keep a name or sign in, and you come back to the game.';

export const fields = { name: 'Name', passphrase: 'Passphrase', current: 'Passphrase until now', fresh: 'New passphrase' };
export const nameHint = '3 to 24 letters, digits, spaces and . _ -';
export const passphraseHint = 'At least 8 characters. A few words are good. There is no way to reset it.';
export const required = 'Fill this in first.';
export const show = 'Show';

export const signIn = { title: 'Sign in', note: 'With a name you kept here before.', press: 'Sign in' };
/** @param {string} name */
export const leaves = (name) => `With a name you kept here before. ${name} and its results stay behind.`;
export const keep = { title: 'Keep your name', note: 'Then nobody else can take it, you can sign in on other devices, and weeks and months count for you.', press: 'Keep it' };
export const take = { title: 'Take a name', note: 'A name and a passphrase are all. No address is asked.', press: 'Take it' };
export const rename = { title: 'Change your name', note: 'Your results go with you.', press: 'Change it' };
export const passphrase = { title: 'Change your passphrase', note: 'You are signed out everywhere else.', press: 'Change it' };
export const remove = { title: 'Delete the account', note: 'Your results and replays stay, under the name “deleted”. This cannot be undone.', press: 'Delete' };
export const sessions = {
  title: 'Where you are signed in', here: 'This one', end: 'Sign out', others: 'Sign out everywhere else', ended: 'Signed out there.', unknown: 'A device',
  /** @param {string} device */
  endOne: (device) => `Sign out ${device}`,
  /** @param {string} begun @param {string} seen */
  times: (begun, seen) => `since ${when(begun)}, last used ${when(seen)}`,
};
export const signOut = { title: 'Sign out', note: 'On this device. Your name stays yours.', guestNote: 'A guest’s name is lost when you sign out.', press: 'Sign out' };

export const askSignOut = {
  title: 'Leave this name behind?',
  text: 'You are a guest: after signing out nobody can come back to this name and its results. Keep it with a passphrase first if you want to.',
  yes: 'Sign out', no: 'Stay',
};
export const askDelete = {
  title: 'Delete this account?', text: 'Your name becomes “deleted” everywhere. This cannot be undone.', yes: 'Delete for good', no: 'Keep it',
};

export const done = {
  /** @param {string} name */
  signedIn: (name) => `Signed in as ${name}.`,
  /** @param {string} name */
  kept: (name) => `${name} is yours now.`,
  /** @param {string} name */
  renamed: (name) => `You are ${name} now.`,
  passphrase: 'Your passphrase is changed.',
  signedOut: 'Signed out.',
  deleted: 'The account is deleted.',
};

/** @param {string} time ISO 8601 */
const when = (time) => `${shortDate(time.slice(0, 10))}, ${hourUtc(time)}`;
