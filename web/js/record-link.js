// @ts-check
/** The file `samedeal verify` reads. */

import { h } from './html.js';
import { record } from './copy/replay.js';

/**
 * @param {number} id the attempt's
 * @param {string} [kind]
 */
export const recordLink = (id, kind = 'button') => h('a', { class: kind, href: `/api/attempts/${id}/record`, download: `samedeal-${id}.json` }, record);
