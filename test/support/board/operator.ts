import { type AuditEntry, columns, sql } from '../../../prisma/client.ts';
import type { CallableBoard } from './agent.ts';
import { openBoard, type TestBoard } from './board.ts';
import type { CallOptions, Reply } from './http.ts';

/** The board's operator. Calls carry the configured operator token. */
export interface Operator {
  readonly headers: Readonly<Record<string, string>>;
  call(requestLine: string, options?: CallOptions): Promise<Reply>;
  /** Sends `POST /admin/board/{collection}/{id}/{action}` with a note: `moderate('posts', id, 'hide')`. */
  moderate(collection: string, id: string, action: string, body?: object): Promise<Reply>;
  /** Runs a GraphQL document. */
  graphql(query: string): Promise<Reply>;
}

/** A client with the operator token of the tests. */
export function createOperatorClient(board: CallableBoard): Operator {
  const headers = { Authorization: 'Bearer sba_an-operator-token-for-tests-0123456789' };
  const call = (requestLine: string, options: CallOptions = {}) =>
    board.call(requestLine, { ...options, headers: { ...headers, ...options.headers } });
  return {
    headers,
    call,
    moderate: (collection, id, action, body = {}) =>
      call(`POST /admin/board/${collection}/${id}/${action}`, { body: { note: 'a note', ...body } }),
    graphql: (query) => call('POST /graphql', { body: { query } }),
  };
}

/** Opens a board without the rate limit on operators. */
export const openBoardWithoutOperatorLimit = () => openBoard({ LIMIT_CREATOR: '0' });

/** The stored audit entries, oldest first; with `target` only the entries of that record. */
export const readAudit = ({ database }: TestBoard, target: string | null = null): Promise<AuditEntry[]> =>
  database.rows<AuditEntry>(sql`
    select ${columns('AuditEntry')} from audit_entries
    where ${target}::uuid is null or target_id = ${target}::uuid order by created_at, id`);
