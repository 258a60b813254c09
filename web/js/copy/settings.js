// @ts-check
/** The words of the settings. */

/** @typedef {import('../settings.js').Settings} Settings */

export const title = 'Settings';
export const close = 'Done';
export const kept = 'Kept in this browser.';

/** The groups in which settings are shown. @type {{title: string, names: (keyof Settings)[]}[]} */
export const groups = [
  { title: 'Look', names: ['theme', 'deck', 'mirror', 'animation'] },
  { title: 'Play', names: ['secondTap', 'oneTap', 'sound', 'letters'] },
  { title: 'While you play', names: ['clock', 'rivals'] },
];

/** @type {Record<keyof Settings, string>} */
export const names = {
  theme: 'Colours', deck: 'Deck', mirror: 'Mirror the table', animation: 'Motion', sound: 'Sounds',
  oneTap: 'One tap moves', secondTap: 'Second tap', clock: 'Show the clock', rivals: 'Show rivals', letters: 'Single-letter keys',
};

/** What needs a word more. @type {Partial<Record<keyof Settings, string>>} */
export const notes = {
  mirror: 'For the left hand.',
  oneTap: 'When there is only one place to go. A slip costs a move.',
  secondTap: 'Where the second tap on a card sends it.',
  clock: 'The clock runs on when it is hidden.',
  rivals: 'The leader’s pace and your place so far.',
  letters: 'U, D, H and the others, while the table has the focus.',
};

/** @type {Record<string, string>} */
export const choices = {
  system: 'As the device', light: 'Light', dark: 'Dark',
  'two-colour': 'Two colours', warm: 'Warm', 'four-colour': 'Four colours',
  normal: 'Normal', fast: 'Fast', off: 'Off', home: 'Home first', table: 'Table first',
};
