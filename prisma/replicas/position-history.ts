/** Maximum samples: those of a few minutes. */
const MAX_SAMPLES = 1_000;

interface Sample {
  readonly at: number;
  readonly position: number;
}

/** The positions of the primary in its WAL, with the times at which this process read them. */
export class PositionHistory {
  #samples: Sample[] = [];

  /** Adds a position. A position that is lower than the last one comes from another primary, and begins a new history. */
  add(position: number): void {
    const last = this.#samples.at(-1);
    if (position === last?.position) return;
    if (last && position < last.position) this.#samples = [];
    this.#samples.push({ at: performance.now(), position });
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
  }

  /** Returns for how long the primary has been ahead of a standby with this position, in milliseconds. */
  lagOf(position: number): number {
    const missingSample = this.#samples.find((sample) => sample.position > position);
    return missingSample ? performance.now() - missingSample.at : 0;
  }
}
