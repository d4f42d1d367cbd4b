import { BoardError, type NextCall } from '../contract.ts';

/**
 * Throws `precondition_failed` if `expected` is not the version of a record. Null and undefined match every version. `name`
 * names the record in the message, and `next` is the call that reads it.
 */
export function assertVersion(
  version: number,
  expected: number | null | undefined,
  { name, next }: { readonly name: string; readonly next: NextCall },
): void {
  if ((expected ?? version) === version) return;
  throw new BoardError('precondition_failed', `${name} is at version ${version}, not ${String(expected)}`, {
    members: { current_version: version },
    next: [next],
  });
}
