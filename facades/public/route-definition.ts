import type { JsonSchema, Operation } from '../../schema/contract.ts';

/** One answer, ready to be written down. */
export interface PublicResponseData {
  /** Its lists are arrays. */
  readonly value: unknown;
  /** Cursor of the next page; null where there is none. */
  readonly cursor: string | null;
  /** Absolute addresses of this page and of the next. */
  readonly selfUrl: string;
  readonly nextUrl: string | null;
  /** When it is made: RFC 3339. */
  readonly generatedAt: string;
  readonly baseUrl: string;
  readonly siteUrl: string;
}

export type SerializePage = (page: PublicResponseData) => string;

/** A public document: everything else about it is read from its operation. */
export interface PublicRouteDefinition {
  readonly method: 'GET';
  /** As in the contract: `/public/threads/{thread_id}`. Without an extension it is JSON for agents alone. */
  readonly path: string;
  readonly operation: Operation;
  readonly summary: string;
  readonly mediaType: string;
  readonly serialize: SerializePage;
  /** It says when it was made, so that two of the same content are not the same bytes. */
  readonly hasGeneratedAt: boolean;
  /** The document's JSON Schema, made from that of its data; none where it is no JSON. */
  readonly schema: ((data: JsonSchema) => JsonSchema) | null;
}

interface RowOptions extends Pick<PublicRouteDefinition, 'operation' | 'summary'> {
  readonly mediaType?: string;
  readonly serialize?: SerializePage;
  readonly hasGeneratedAt?: boolean;
  readonly schema?: PublicRouteDefinition['schema'];
}

/** A row: `page('/public/facts/{fact_id}', { operation: PublicFact, summary: 'A fact' })` answers with its data. */
export const definePublicRoute = (path: `/public/${string}`, options: RowOptions): PublicRouteDefinition => ({
  method: 'GET',
  path,
  mediaType: 'application/json',
  serialize: ({ value }) => JSON.stringify(value),
  hasGeneratedAt: false,
  schema: (data) => data,
  ...options,
});
