import { Boards } from '../cluster/boards.ts';
import { type Fault, observe } from './observe.ts';
import { findBroken, toLine, toRow } from './report.ts';

export interface RunningBoards extends Disposable {
  readonly boards: Boards;
}

/** Starts boards and runs faults on them. */
export interface Campaign {
  /** For data and logs. */
  readonly folder: string;
  /** The first of 50 ports. */
  readonly port: number;
  readonly startBoards: (
    ports: readonly number[],
    env: Readonly<Record<string, string>>,
  ) => Promise<RunningBoards>;
  /** Observes a fault, and prints its row. */
  readonly run: (running: RunningBoards, databaseUrl: string, fault: Fault) => Promise<void>;
}

/** Creates a campaign. `broken` collects the promises that its faults have broken. */
export function createCampaign(folder: string, port: number): Campaign & { readonly broken: string[] } {
  const broken: string[] = [];
  return {
    ...{ folder, port, broken },
    startBoards: async (ports, env) => {
      const boards = new Boards(folder);
      for (const each of ports) await boards.start(each, env);
      return { boards, [Symbol.dispose]: () => boards.stop() };
    },
    run: async ({ boards }, databaseUrl, fault) => {
      const observed = await observe(boards, databaseUrl, fault);
      const found = findBroken(observed, fault);
      broken.push(...found);
      process.stdout.write(`${toLine(toRow(observed, found))}\n`);
    },
  };
}
