// @ts-check
/** The file `samedeal verify` reads. */

import { h } from './html.js';
import { record } from './copy/replay.js';

/** @param {number} id the attempt's */
export const recordLink = (id) => h('a', { class: 'button', href: `/api/attempts/${id}/record`, download: `samedeal-${id}.json` }, record);
