// Requests with callers' own GraphQL documents, their limits and their results. Facades import these from
// `contract.ts`.
import type { DocumentNode, GraphQLError } from 'graphql';

/** A caller's own document, parsed and validated. */
export interface DocumentRequest {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  /** Whether the request has further documents, whose results are in memory at the same time. */
  readonly isInBatch?: boolean;
  /** Throws if the variables do not fit the document. Called before GraphQL.js reads them: its messages repeat the values. */
  readonly assertVariables?: () => void;
}

/**
 * Limits of a caller's document. A document that exceeds a limit is rejected with `query_too_complex` before it runs.
 */
export const DOCUMENT_BOUNDS = {
  /** Nesting of fields, connections included. */
  depth: 15,
  aliases: 100,
  /** Selections visited while fragments are expanded. Those on an interface or union count once for each possible type. */
  fields: 10_000,
  /** Objects, lists and leaves in the values of `__schema` and `__type`. The whole schema has a third of this number. */
  introspectionValues: 60_000,
  /** Tokens of all documents in one request. */
  tokens: 2000,
  /** Characters of all documents in one request. Comments and line ends count, unlike for tokens. */
  characters: 32_768,
  /** Operations defined in one document. */
  operations: 20,
  /** Fragments defined in one document. */
  fragments: 50,
  /** Spreads of named fragments in one document. */
  spreads: 100,
  /** Fields with the same place in the response, in one operation or fragment. */
  repetitions: 10,
  /** Operations in one request. */
  batch: 10,
  /** Points of one document. Most records cost one point each, as do 2 500 characters of text. */
  points: 5000,
} as const;

/** How to get below each bound of `DOCUMENT_BOUNDS`. */
export const DOCUMENT_ADVICE: Readonly<Record<keyof typeof DOCUMENT_BOUNDS, string>> = {
  depth: 'Nest fewer fields, and ask for the rest in a second document.',
  aliases: 'Select fewer fields under aliases.',
  fields: 'Spread fewer fragments.',
  introspectionValues: 'Ask for `__schema` once, or for one `__type` at a time.',
  tokens: 'Write a shorter document. Send long input in `variables`.',
  characters: 'Send long text in `variables`.',
  operations: 'Send only the operation that runs.',
  fragments: 'Define fewer fragments.',
  spreads: 'Spread fewer named fragments.',
  repetitions: 'Name a field once in each place, or use aliases.',
  batch: 'Send fewer operations in one request.',
  points: 'Ask for smaller pages with `first`, or select fewer fields and less text.',
};

/** The result of a caller's own document. */
export interface DocumentResult {
  readonly errors: readonly GraphQLError[];
  /** JSON text of `data`; null if nothing was executed. */
  readonly data: string | null;
  /** Whether every caller of the same kind gets this result: nothing that belongs to the caller was read. */
  readonly isShared?: true;
  /** Whether the idempotency key of a root field was used before. */
  readonly isReplayed: boolean;
  readonly cost: DocumentCharge;
}

/** Points charged for a document. */
export interface DocumentCharge {
  /** The maximum cost, taken from the bucket before the document ran. */
  readonly requested: number;
  /** The actual cost; the rest was returned to the bucket. */
  readonly actual: number;
  /** Points left in the bucket; null if points are not limited. */
  readonly remaining: number | null;
  readonly resetSeconds: number | null;
}
