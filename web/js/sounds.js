// @ts-check
/** Three short sounds, made on the spot; silent until they are wanted. */

import { settings } from './settings.js';

/** @typedef {[pitch: number, seconds: number]} Note */

/** @type {Record<'place' | 'home' | 'win', Note[]>} */
const TUNES = { place: [[196, 0.05]], home: [[587, 0.07], [880, 0.09]], win: [[523, 0.1], [659, 0.1], [784, 0.1], [1047, 0.28]] };
const LOUD = 0.12;

/** @type {AudioContext | null} */
let audio = null;

/** @param {keyof typeof TUNES} name */
export function sound(name) {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const note of TUNES[name]) at = play(audio, note, at);
}

/**
 * @param {AudioContext} context
 * @param {Note} note
 * @param {number} at
 * @returns {number} when it has faded
 */
function play(context, [pitch, seconds], at) {
  const tone = context.createOscillator(), volume = context.createGain();
  tone.type = 'triangle';
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(LOUD, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + seconds);
  return at + seconds;
}
