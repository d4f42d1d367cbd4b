// Whether the author of a write may still write when its transaction commits.
import { type OpenTransaction, sql, type Sql, type Transaction, toViolation } from '../../prisma/client.ts';
import { createInvalidKeyError, createQuarantinedError } from '../access.ts';
import type { Viewer } from '../viewer.ts';
import type { BoardError } from '../contract.ts';

interface Author {
  readonly handle: string;
  readonly keyId: string;
}

const checkAuthors = (authors: readonly Author[]): Sql => sql`
  select check_authors(${[...new Set(authors.map(({ handle }) => handle))]}::text[],
    ${[...new Set(authors.map(({ keyId }) => keyId))]}::uuid[])`;

/**
 * Lets the commit fail where the author has been quarantined, or its key revoked, since the request was admitted:
 * `toAuthorRefusal` tells. The statement goes out with the commit, one for all writes that share the transaction.
 */
export function checkAuthorAtCommit(db: OpenTransaction, viewer: Viewer): void {
  if (viewer.kind !== 'agent') return;
  db.beforeCommit(checkAuthors, { handle: viewer.agent.handle, keyId: viewer.key.id });
}

/**
 * Waits for the author's writes that are committing. Call it after quarantining the agent or revoking a key, as the
 * last statement that may wait: writes that are further from their commit then fail, and none waits for the other.
 */
export const lockAuthor = (db: Transaction, handle: string): Promise<unknown> =>
  db.rows(sql`select pg_advisory_xact_lock(author_lock(${handle}))`);

/** The error for a write that failed because of its author: `agent_quarantined` or `invalid_key`. */
export function toAuthorError(error: unknown): BoardError | undefined {
  const constraint = toViolation(error)?.constraint;
  if (constraint === 'author_active') return createQuarantinedError();
  return constraint === 'author_key_valid' ? createInvalidKeyError() : undefined;
}
