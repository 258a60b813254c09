// @ts-check
/** What the player chose, kept in this browser; whoever shows it is told at once when it changes, in every tab. */

/** @typedef {'two-colour' | 'warm' | 'four-colour'} Deck */

/**
 * @typedef {object} Settings
 * @property {'system' | 'light' | 'dark'} theme
 * @property {Deck} deck
 * @property {boolean} mirror piles from right to left
 * @property {'normal' | 'fast' | 'off'} animation
 * @property {boolean} sound
 * @property {boolean} oneTap a tap moves what has one place to go
 * @property {'home' | 'table' | 'off'} secondTap where a second tap sends a card first
 * @property {boolean} clock whether the time is shown while playing
 * @property {boolean} rivals whether others' pace is shown while playing
 * @property {boolean} letters whether single letters act on the table
 */

/** What each setting can be; the first is what it is until it is changed. */
export const CHOICES = {
  theme: ['system', 'light', 'dark'], deck: ['two-colour', 'warm', 'four-colour'], mirror: [false, true],
  animation: ['normal', 'fast', 'off'], sound: [false, true], oneTap: [false, true], secondTap: ['home', 'table', 'off'],
  clock: [true, false], rivals: [true, false], letters: [true, false],
};

const KEPT = 'samedeal.settings';

/** @type {Set<() => void>} */
const told = new Set();

/** The settings now; changed only by `change`. @type {Settings} */
export const settings = read();

/**
 * Changes one setting, keeps it and tells everybody.
 * @template {keyof Settings} Name
 * @param {Name} name
 * @param {Settings[Name]} value
 */
export function change(name, value) {
  settings[name] = value;
  keep();
  tell();
}

/**
 * Calls back now, and whenever a setting changes.
 * @param {() => void} show
 */
export function follow(show) {
  told.add(show);
  show();
}

addEventListener('storage', (event) => {
  if (event.key !== KEPT) return;
  Object.assign(settings, read());
  tell();
});
follow(dress);

/** Theme, deck and clock are attributes of the page; the style sheets do the rest. */
function dress() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.theme;
  dataset.deck = settings.deck;
  dataset.clock = settings.clock ? 'shown' : 'hidden';
}

function tell() {
  for (const show of told) show();
}

/** @returns {Settings} what is kept and still can be chosen, else the usual */
function read() {
  const kept = stored();
  const chosen = Object.entries(CHOICES).map(([name, [usual, ...others]]) => [name, others.includes(/** @type {never} */ (kept[name])) ? kept[name] : usual]);
  return Object.fromEntries(chosen);
}

/** @returns {Record<string, unknown>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** Where nothing may be stored the settings last as long as the page. */
function keep() {
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    return;
  }
}
