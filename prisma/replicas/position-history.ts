/** Samples that are kept: those of some minutes. */
const MAX_SAMPLES = 1_000;

interface Sample {
  readonly at: number;
  readonly position: number;
}

/** When the primary had written up to which position, by the clock of this process. */
export class PositionHistory {
  #samples: Sample[] = [];

  /** A position that is lower than the last one is that of another primary: it begins a new history. */
  add(position: number): void {
    const last = this.#samples.at(-1);
    if (position === last?.position) return;
    if (last && position < last.position) this.#samples = [];
    this.#samples.push({ at: performance.now(), position });
    if (this.#samples.length > MAX_SAMPLES) this.#samples.shift();
  }

  /** Returns for how long the primary has had more than a standby with this position, in milliseconds. */
  lagOf(position: number): number {
    const missing = this.#samples.find((sample) => sample.position > position);
    return missing ? performance.now() - missing.at : 0;
  }
}
