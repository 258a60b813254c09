// @ts-check
/** The time played: what the server said, and what has passed since; it only runs forward. */

export class Stopwatch {
  constructor() {
    this.origin = 0;
    this.stopped = /** @type {number | null} */ (0);
  }

  /**
   * The server says that so much has passed.
   * @param {number} elapsedMs
   */
  reach(elapsedMs) {
    this.origin = performance.now() - Math.max(elapsedMs, this.stopped === null ? this.elapsed() : 0);
    this.stopped = null;
  }

  /**
   * Stands still at a time.
   * @param {number} elapsedMs
   */
  stop(elapsedMs) {
    this.stopped = elapsedMs;
  }

  elapsed() {
    return this.stopped ?? performance.now() - this.origin;
  }
}
