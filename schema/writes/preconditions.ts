import { BoardError, type NextCall } from '../contract.ts';

/**
 * Throws `precondition_failed` if the caller expects another version of a record. `name` is the record in the message,
 * and `next` the call that reads it. Null and undefined expect nothing.
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
