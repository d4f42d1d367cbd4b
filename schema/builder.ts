import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import PrismaPlugin from '@pothos/plugin-prisma';
import RelayPlugin from '@pothos/plugin-relay';
import { getNamedType, type GraphQLNamedType, isLeafType } from 'graphql';
import type PrismaTypes from '../prisma/generated/pothos-types.ts';
import { getDatamodel } from '../prisma/generated/pothos-types.ts';
import type { Context } from './context.ts';
import { boundsPlugin } from './validation.ts';

/** What a page of a list holds: at most, and where nothing is said. */
export const PAGE_MAX = 50;

/** The most a page holds of those lists that cut what is asked for rather than refuse it. */
export const CLAMPED_MAX = 200;

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

/** Objects on a page that was asked for, which may be out of bounds as yet. */
const pageOf = (first: unknown): number =>
  typeof first === 'number' ? Math.min(Math.max(first, 0), CLAMPED_MAX) : PAGE_MAX;

/** What a statement of its own is worth, in objects: a list of a document costs it, whatever of it is selected. */
export const STATEMENT = 10;

/** What a page is worth beside its objects: under however many records a list hangs, it is one statement (paged.ts). */
const PAGE = 1;

interface PageArgs {
  readonly first?: number | null | undefined;
}

/** What a page of objects costs: `complexity` of its field, `work` where it is worth more than what was found by key. */
export const pageCost = ({ first }: PageArgs, work = STATEMENT) => ({
  field: work,
  multiplier: pageOf(first),
});

/** Cost counts objects: a scalar is free, a page costs as many as it may return. */
const costOf = (type: GraphQLNamedType, args: Record<string, unknown>) => {
  if (isLeafType(type) || type.name === 'PageInfo') return { field: 0, multiplier: 1 };
  if (type.name.endsWith('Connection')) return pageCost(args, PAGE);
  return { field: type.name.endsWith('Edge') ? 0 : 1, multiplier: 1 };
};

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ComplexityPlugin, boundsPlugin, RelayPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  complexity: {
    fieldComplexity: (args, _ctx, field) => costOf(getNamedType(field.type), args),
  },
  // Pages are read by key and checked by our own arguments (connection.ts); the plugin gives the types.
  relay: { nodeQueryOptions: false, nodesQueryOptions: false, nodesOnConnection: true },
  prisma: { client: (ctx) => ctx.database.prisma, dmmf: getDatamodel() },
});

builder.queryType({ description: 'What can be read. Without a key: what is public.' });
builder.mutationType({ description: 'What can be written. Every write takes a `clientMutationId`.' });
