// @ts-check
/** The replay page: opens a run at a move (`?ply=`), beside another (`?vs=`), or says why not. */

import * as words from './copy/replay.js';
import { About } from './replay-about.js';
import { Compare } from './compare.js';
import { Problem, get, me, variants } from './api.js';
import { Viewer } from './replay-viewer.js';
import { addressParts, showError, showPage } from './chrome.js';
import { style } from './html.js';

const [id] = addressParts();
open().catch(explain);

async function open() {
  const [all, player, run] = await Promise.all([variants(), me(), get(`/api/attempts/${encodeURIComponent(id)}/replay`), style('replay-side')]);
  const variant = all.find((one) => one.key === run.attempt.variant) ?? all[0];
  const title = `${run.attempt.player}, ${words.of(variant.title, run.attempt.game, run.attempt.kind)}`;
  const viewer = new Viewer(run, variant), compare = new Compare(viewer), query = new URLSearchParams(location.search);
  viewer.parts.side.append(compare.element, new About(viewer).element);
  showPage({ page: 'boards', title, player, tabs: false }, viewer.parts.main);
  document.body.classList.add('playing');
  viewer.begin(Number(query.get('ply') ?? 0));
  if (query.has('vs')) await compare.choose(query.get('vs') ?? '');
}

/** @param {unknown} error */
async function explain(error) {
  if (!(error instanceof Problem) || ![403, 404].includes(error.status)) return showError(error);
  const { showSealed, showGone } = await import('./replay-closed.js');
  await (error.status === 404 ? showGone() : showSealed(id, error.body.final_at ?? null)).catch(showError);
}
