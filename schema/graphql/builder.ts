import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type PrismaTypes from '../../prisma/generated/pothos-types.ts';
import { getDatamodel } from '../../prisma/generated/pothos-types.ts';
import type { Context } from '../context.ts';
import { runningFieldsPlugin } from './running-fields.ts';
import { totalsOnlyPlugin } from './totals-only.ts';
import { validationPlugin } from './validation.ts';

/** Maximum and default page size of most lists. */
export const MAX_PAGE_SIZE = 50;

/** Maximum page size of lists that reduce a larger size instead of rejecting it. */
export const MAX_CLAMPED_PAGE_SIZE = 200;

/** Records are counted up to this number. */
export const MAX_COUNT = 10_000;

/** The number of records of a list. */
export interface RecordCount {
  readonly count: number;
  /** Whether `count` is the number of all records, not a lower bound. */
  readonly isExact: boolean;
}

interface SchemaTypes {
  Context: Context;
  /** Members of every connection. */
  Connection: { readonly countRecords: () => Promise<RecordCount> };
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
  };
}

function refusePrismaFields(): never {
  throw new Error(
    'fields of the Prisma plugin must not be used: see docs/decisions/0009-prepared-sql-and-prisma.md',
  );
}

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [validationPlugin, totalsOnlyPlugin, runningFieldsPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  // The plugin supplies the types of connections only; lists/page-args.ts has their arguments, lists/connections.ts their objects.
  relay: {
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: { description: 'The records of this page.' },
    edgesFieldOptions: { description: 'The records of this page with their cursors.' },
    pageInfoTypeOptions: { description: 'The place of a page in its list.' },
    pageInfoFieldOptions: { description: 'Information to read the next or the previous page.' },
    cursorFieldOptions: { description: 'Cursor of this record, for `after` and `before`.' },
    nodeFieldOptions: { description: 'The record.' },
    hasNextPageFieldOptions: {
      description: 'Whether more records follow this page; also true for a page before a cursor.',
    },
    hasPreviousPageFieldOptions: {
      description: 'Whether more records precede this page; also true for a page after a cursor.',
    },
    startCursorFieldOptions: {
      description: 'Cursor of the first record of the page; null for an empty page.',
    },
    endCursorFieldOptions: {
      description:
        'Cursor of the last record of the page; null for an empty page, except in `feed`, `inbox` and `workHistory`.',
    },
  },
  // The plugin supplies the types of rows only; its fields, which read with the client, are not used (decision 0009).
  prisma: { client: refusePrismaFields, dmmf: getDatamodel() },
});

builder.queryType({ description: 'Reads. Callers without a key see public records only.' });
builder.mutationType({
  description:
    'Writes. Every input takes an `idempotencyKey`. A field that fails is null; the others are executed.',
});
builder.subscriptionType({
  description:
    'Streams of pages as server-sent events: the first page at once, then pages of news. To resume, pass the cursor of the last page.',
});
