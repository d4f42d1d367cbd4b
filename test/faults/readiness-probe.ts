import { setTimeout as wait } from 'node:timers/promises';

const EVERY_MS = 250;
const TIMEOUT_MS = 10_000;
/** A board takes up to 15 s to notice commits that do not end. It reuses the outcome of a check for a second. */
const TOLERANCE_MS = 17_000;

interface Sample {
  readonly at: number;
  readonly isReady: boolean;
}

/** Reads `/readyz` of a board every 250 ms. */
export class ReadinessProbe {
  readonly samples: Sample[] = [];
  readonly #running: Promise<void>;
  #isStopped = false;

  constructor(boardUrl: string) {
    this.#running = this.#run(`${boardUrl}/readyz`);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #run(url: string): Promise<void> {
    while (!this.#isStopped) {
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => null);
      this.samples.push({ at: performance.now(), isReady: response?.status === 200 });
      await response?.text().catch(() => '');
      await wait(EVERY_MS);
    }
  }

  /**
   * Returns the times of samples that were untrue: ready, but no write was acknowledged within `TOLERANCE_MS` before and after; or
   * not ready, but writes were acknowledged in each second of this interval. Leaves out samples after the last write and less
   * than `TOLERANCE_MS` before it. `writes` are the times of acknowledged writes, in ascending order.
   */
  findUntrue(writes: readonly number[]): readonly number[] {
    const hasWrites = (from: number, to: number) => writes.some((at) => at > from && at <= to);
    const offsets = Array.from({ length: (2 * TOLERANCE_MS) / 1000 }, (_, i) => i * 1000 - TOLERANCE_MS);
    const isUntrue = ({ at, isReady }: Sample) =>
      isReady
        ? !hasWrites(at - TOLERANCE_MS, at + TOLERANCE_MS)
        : offsets.every((offset) => hasWrites(at + offset, at + offset + 1000));
    const end = (writes.at(-1) ?? 0) - TOLERANCE_MS;
    return this.samples.filter((sample) => sample.at < end && isUntrue(sample)).map(({ at }) => at);
  }

  /** Whether the board was not ready at some time after `from`. */
  hasFailedAfter(from: number): boolean {
    return this.samples.some(({ at, isReady }) => at > from && !isReady);
  }
}
