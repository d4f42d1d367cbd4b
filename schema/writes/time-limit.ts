// For how long a request may begin writes.
import type { Context } from '../context.ts';
import { BoardError } from '../contract.ts';

/**
 * Seconds after the first write of a request in which further writes may begin: longer than a wait for news beside an
 * acknowledgement (`MAX_WAIT_SECONDS`). Without a bound, a document with 99 tests of a slow webhook would take half an hour, and keep
 * its input in memory.
 */
const MAX_SECONDS = 60;

/** When the first write of a request began, in milliseconds since 1970. */
const firstWrites = new WeakMap<object, number>();

/** Throws `unavailable` if the first write of the request began more than `MAX_SECONDS` ago. */
export function assertMayBeginWrite({
  connection,
  meter,
  clock,
}: Pick<Context, 'connection' | 'meter' | 'clock'>): void {
  // All calls of an MCP batch have the connection of their request. A session has one meter.
  const request = connection ?? meter;
  const now = clock.now().getTime();
  const first = firstWrites.get(request) ?? now;
  firstWrites.set(request, first);
  if (now - first <= MAX_SECONDS * 1000) return;
  throw new BoardError(
    'unavailable',
    `This write has not begun, because the first write of the request began more than ${MAX_SECONDS} s ago; send it in another request`,
    { members: { retry_after: 1 } },
  );
}
