import { type ListeningBoard, openListeningBoard } from '../board/listening-board.ts';
import { findPort } from '../processes/free-port.ts';

/** A board on a loopback port, with its metrics on a second port. */
export interface MeasuredBoard extends ListeningBoard {
  /** Reads the metrics: the text of a scrape. */
  scrape(): Promise<string>;
  /** The value of a sample: `read('board_ready')`, `read('board_waiting{kind="stream"}')`. Undefined if there is none. */
  read(sample: string): Promise<number | undefined>;
}

/** Opens a board on two free ports. `settings` are environment variables. */
export async function openMeasuredBoard(
  settings: Readonly<Record<string, string>> = {},
): Promise<MeasuredBoard> {
  const port = await findPort();
  const listening = await openListeningBoard({ METRICS_PORT: String(port), ...settings });
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return {
    ...listening,
    scrape,
    read: async (sample) => {
      const line = (await scrape()).split('\n').find((each) => each.startsWith(`${sample} `));
      return line === undefined ? undefined : Number(line.slice(sample.length));
    },
  };
}
