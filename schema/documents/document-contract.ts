// What callers' own GraphQL documents may be, and what they are answered with. Facades import it from `contract.ts`.
import type { DocumentNode, GraphQLError } from 'graphql';

/** A document of the caller's own, parsed and validated. */
export interface DocumentRequest {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Bounds of a caller's document; beyond them it is refused with `query_too_complex`, and nothing of it runs. */
export const DOCUMENT_BOUNDS = {
  /** Fields within fields, connections included. */
  depth: 15,
  aliases: 100,
  /** Selections that are looked at when fragments are spread, for every type that an object can have. */
  fields: 10_000,
  /** Objects, lists and leaves that `__schema` and `__type` answer with. All of the schema, asked for once, is a third. */
  introspectionValues: 60_000,
  /** Of all documents in one request. */
  tokens: 2000,
  /** Of all documents in one request, with comments and line ends, which do not count as tokens. */
  characters: 32_768,
  /** Operations sent in one request. */
  batch: 10,
  /** Points of one document: a record or 2 500 characters of text cost a point. */
  points: 5000,
} as const;

/** What a caller's own document was answered with. */
export interface DocumentResult {
  readonly errors: readonly GraphQLError[];
  /** JSON text of `data`; null where there is no data because nothing ran. */
  readonly data: string | null;
  /** Root fields, by their names in the answer, whose write had been made before under its idempotency key. */
  readonly replayedFields: readonly string[];
  readonly cost: DocumentCharge;
}

/** What a document was charged, in points. */
export interface DocumentCharge {
  /** The most it could have cost: what was taken from the bucket before it ran. */
  readonly requested: number;
  /** What it did cost; the rest has been given back. */
  readonly actual: number;
  /** Points left in the bucket; null where points are not limited. */
  readonly remaining: number | null;
  readonly resetSeconds: number | null;
}
