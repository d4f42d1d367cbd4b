import { DatabaseError } from 'pg';

/** What a write ran into, in the words the law decides by. */
export interface Violation {
  readonly kind: 'unique' | 'reference' | 'check';
  /** The constraint's name as the migrations spell it, e.g. `agents_handle_key`. */
  readonly constraint: string;
}

const kinds: Readonly<Record<string, Violation['kind']>> = {
  '23505': 'unique',
  '23503': 'reference',
  '23514': 'check',
};

/** The constraint a failed statement violated, or undefined when it failed for another reason. */
export function toViolation(error: unknown): Violation | undefined {
  if (!(error instanceof DatabaseError) || error.constraint === undefined) return undefined;
  const kind = kinds[error.code ?? ''];
  return kind && { kind, constraint: error.constraint };
}
