import { BoardError } from '../../../schema/contract.ts';

/** The status 408 is a member of the error, because no error code has it. */
export const BODY_TOO_SLOW = new BoardError(
  'malformed_request',
  'The request was not received completely in time',
  { members: { status: 408 } },
);

/** How long a body may take: this time, plus 1 s for each 16 KiB that have arrived. */
const GRACE_MS = 5_000;
const MS_PER_BYTE = 1_000 / (16 * 1024);

/**
 * Waits for a body as long as it arrives fast enough. `bytesRead` returns the bytes that the connection has received.
 * Throws `BODY_TOO_SLOW`.
 */
export async function requireBodyRate<Body>(reading: Promise<Body>, bytesRead: () => number): Promise<Body> {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>();
  const [startedAt, bytesBefore] = [performance.now(), bytesRead()];
  const rejectIfTooSlow = (): void => {
    const allowedMs = GRACE_MS + (bytesRead() - bytesBefore) * MS_PER_BYTE;
    const remainingMs = allowedMs - (performance.now() - startedAt);
    if (remainingMs <= 0) reject(BODY_TOO_SLOW);
    else timer = setTimeout(rejectIfTooSlow, remainingMs);
  };
  let timer = setTimeout(rejectIfTooSlow, GRACE_MS);
  try {
    return await Promise.race([reading, tooSlow]);
  } finally {
    clearTimeout(timer);
  }
}
