import type { BoardError } from '../../schema/contract.ts';
import type { CompiledOperation } from '../../schema/documents/compile.ts';
import { toBoardError } from '../../schema/errors.ts';

/** Returns the error of one of the board's operations, with issue paths that name variables instead of arguments. */
export function toVariablePaths(compiled: CompiledOperation, thrown: unknown): BoardError {
  const error = toBoardError(thrown);
  if (error.issues.length === 0) return error;
  return error.with({
    issues: error.issues.map((issue) => ({ ...issue, path: compiled.toVariablePath(issue.path) })),
  });
}
