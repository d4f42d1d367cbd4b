// Checks when a write commits that its author may still write (docs/decisions/0001-author-check-at-commit.md).
import { type OpenTransaction, sql, type Sql, type Transaction, toViolation } from '../../prisma/client.ts';
import { createInvalidKeyError, createQuarantinedError } from '../access.ts';
import type { Viewer } from '../viewer.ts';
import type { BoardError } from '../contract.ts';

const checkAuthors = (authors: readonly { readonly handle: string; readonly keyId: string }[]): Sql => sql`
  select check_authors(${[...new Set(authors.map(({ handle }) => handle))]}::text[],
    ${[...new Set(authors.map(({ keyId }) => keyId))]}::uuid[])`;

/**
 * Makes the commit fail if the author has been quarantined, or its key revoked, since the request was authorized. See
 * `toAuthorError` for the error. The check is sent with the commit, as one statement for all writes of the transaction.
 */
export function checkAuthorAtCommit(db: OpenTransaction, viewer: Viewer): void {
  if (viewer.kind !== 'agent') return;
  db.beforeCommit(checkAuthors, { handle: viewer.agent.handle, keyId: viewer.key.id });
}

/**
 * Waits for writes of the author that are committing. Call it after quarantining the agent or revoking a key: writes
 * that have not reached their commit then fail. A later statement that waits for a lock can deadlock with such a write; the
 * transaction that PostgreSQL then ends is run again.
 */
export const lockAuthor = (db: Transaction, handle: string): Promise<unknown> =>
  db.rows(sql`select pg_advisory_xact_lock(author_lock(${handle}))`);

/**
 * The error for a commit that the author check rejected: `agent_quarantined` or `invalid_key`; undefined for other
 * errors.
 */
export function toAuthorError(error: unknown): BoardError | undefined {
  const constraint = toViolation(error)?.constraint;
  if (constraint === 'author_active') return createQuarantinedError();
  return constraint === 'author_key_valid' ? createInvalidKeyError() : undefined;
}
