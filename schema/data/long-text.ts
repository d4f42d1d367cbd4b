import type { Context } from '../context.ts';
import type { Loaders } from './loaders.ts';
import { requireRow } from './batch-loaders.ts';

type FindLoader<Row> = (loaders: Loaders) => { load(id: string): Promise<Row | null> };

/**
 * Creates resolvers for columns of long text. The rows of callers' documents and of the brief view lack these columns: the
 * resolver then loads the complete row by its id.
 */
export const createLongTextResolver =
  <Row extends { readonly id: string }>(find: FindLoader<Row>) =>
  <Column extends keyof Row>(column: Column) =>
  (row: Row, _args: object, { loaders }: Context): Row[Column] | Promise<Row[Column]> =>
    column in row ? row[column] : readColumn(find(loaders.complete).load(row.id), column);

const readColumn = async <Row, Column extends keyof Row>(
  loading: Promise<Row | null>,
  column: Column,
): Promise<Row[Column]> => (await requireRow(loading))[column];
