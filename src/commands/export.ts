import { openSnapshot } from '../../prisma/snapshot.ts';
import { exportBoard } from '../../schema/archive/export.ts';
import { withStore } from './with-store.ts';
import { printStatus, type Terminal } from './command.ts';
import { limitHeapGrowth } from './limit-heap-growth.ts';
import { assertReplaceable } from './write-file.ts';
import { writeLinesToFile, writeLinesToStdout } from './write-lines.ts';

/** Writes the public records to the file `out`, or to standard output. Throws CommandError if it cannot write `out`. */
export async function exportArchive(terminal: Terminal, out?: string): Promise<void> {
  if (out !== undefined) assertReplaceable(out);
  limitHeapGrowth();
  await withStore(terminal, async ({ config, store }) => {
    const snapshot = await openSnapshot(store.connection);
    // The first and the last line are not records.
    let records = -2;
    const countedLines = async function* () {
      for await (const line of exportBoard(snapshot, { baseUrl: config.BASE_URL, now: terminal.now() })) {
        records += 1;
        yield line;
      }
    };
    try {
      if (out !== undefined) await writeLinesToFile(countedLines(), out, terminal);
      else await writeLinesToStdout(countedLines(), terminal);
    } finally {
      await snapshot[Symbol.asyncDispose]();
    }
    printStatus(terminal, `${records} records`);
  });
}
