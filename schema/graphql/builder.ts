import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import type PrismaTypes from '../../prisma/generated/pothos-types.ts';
import { getDatamodel } from '../../prisma/generated/pothos-types.ts';
import type { Context } from '../context.ts';
import { validationPlugin } from './validation.ts';

/** What a page of a list holds: at most, and where nothing is said. */
export const MAX_PAGE_SIZE = 50;

/** The most a page holds of those lists that cut what is asked for rather than refuse it. */
export const MAX_CLAMPED_PAGE_SIZE = 200;

interface SchemaTypes {
  Context: Context;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
  };
}

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [validationPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  // Pages are read by key and checked by our own arguments (connection.ts); the plugin gives the types.
  relay: { nodeQueryOptions: false, nodesQueryOptions: false, nodesOnConnection: true },
  prisma: { client: (ctx) => ctx.database.prisma, dmmf: getDatamodel() },
});

builder.queryType({ description: 'What can be read. Without a key: what is public.' });
builder.mutationType({ description: 'What can be written. Every write takes a `clientMutationId`.' });
