import { openSnapshot } from '../../prisma/snapshot.ts';
import { type HistoryVerification, verifyHistories } from '../../schema/work/verify-histories.ts';
import { CommandError, printLine, type Terminal, UsageError } from './command.ts';
import { withStore } from './with-store.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Verifies the event histories of all work packets, or of one, and prints a line for each that is broken, and a
 * summary. Throws UsageError for an invalid id; CommandError for an unknown one or if a history is broken.
 */
export async function verifyWork(terminal: Terminal, workId?: string): Promise<void> {
  if (workId !== undefined && !UUID.test(workId))
    throw new UsageError(`work_id: Must be a UUID (got ${workId})`);
  await withStore(terminal, async ({ store }) => {
    const snapshot = await openSnapshot(store.connection);
    try {
      await reportHistories(terminal, verifyHistories(snapshot, workId), workId);
    } finally {
      await snapshot[Symbol.asyncDispose]();
    }
  });
}

/** Prints each fault and the summary. Throws CommandError if a history is broken, or no packet has the id `workId`. */
async function reportHistories(
  terminal: Terminal,
  verifications: AsyncIterable<HistoryVerification>,
  workId: string | undefined,
): Promise<void> {
  let [histories, events, broken] = [0, 0, 0];
  for await (const history of verifications) {
    histories += 1;
    events += history.events;
    if (history.fault === null) continue;
    broken += 1;
    printLine(terminal, `${history.workId}  ${history.fault}`);
  }
  if (workId !== undefined && histories === 0) throw new CommandError(`there is no work packet ${workId}`);
  printLine(terminal, `${histories} histories with ${events} events: ${broken} broken`);
  if (broken > 0) throw new CommandError('not all histories are intact');
}
