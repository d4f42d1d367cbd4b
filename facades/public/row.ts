import type { JsonSchema, Operation } from '../../schema/contract.ts';

/** One answer, ready to be written down. */
export interface Page {
  /** Its lists are arrays. */
  readonly value: unknown;
  /** Cursor of the next page; null where there is none. */
  readonly cursor: string | null;
  /** Absolute addresses of this page and of the next. */
  readonly self: string;
  readonly next: string | null;
  /** When it is made: RFC 3339. */
  readonly madeAt: string;
  readonly baseUrl: string;
  readonly siteUrl: string;
}

export type Write = (page: Page) => string;

/** A public document: everything else about it is read from its operation. */
export interface PublicRow {
  readonly method: 'GET';
  /** As in the contract: `/public/threads/{thread_id}`. Without an extension it is JSON for agents alone. */
  readonly path: string;
  readonly operation: Operation;
  readonly summary: string;
  readonly mediaType: string;
  readonly write: Write;
  /** It says when it was made, so that two of the same content are not the same bytes. */
  readonly isDated: boolean;
  /** The document's JSON Schema, made from that of its data; none where it is no JSON. */
  readonly schema: ((data: JsonSchema) => JsonSchema) | null;
}

interface RowOptions extends Pick<PublicRow, 'operation' | 'summary'> {
  readonly mediaType?: string;
  readonly write?: Write;
  readonly isDated?: boolean;
  readonly schema?: PublicRow['schema'];
}

/** A row: `page('/public/facts/{fact_id}', { operation: PublicFact, summary: 'A fact' })` answers with its data. */
export const page = (path: `/public/${string}`, options: RowOptions): PublicRow => ({
  method: 'GET',
  path,
  mediaType: 'application/json',
  write: ({ value }) => JSON.stringify(value),
  isDated: false,
  schema: (data) => data,
  ...options,
});
