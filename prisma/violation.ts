import { DatabaseError } from 'pg';

/** A constraint that a statement violated. */
export interface Violation {
  readonly kind: 'unique' | 'reference' | 'check';
  /** The constraint's name in the migrations, e.g. `agents_handle_key`. */
  readonly constraint: string;
}

const KINDS_BY_SQLSTATE: Readonly<Record<string, Violation['kind']>> = {
  '23505': 'unique',
  '23503': 'reference',
  '23514': 'check',
};

/** Returns the constraint that a failed statement violated, or undefined if it failed for another reason. */
export function toViolation(error: unknown): Violation | undefined {
  if (!(error instanceof DatabaseError) || error.constraint === undefined) return undefined;
  const kind = KINDS_BY_SQLSTATE[error.code ?? ''];
  return kind && { kind, constraint: error.constraint };
}
