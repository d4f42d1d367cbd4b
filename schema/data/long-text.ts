import { dependsOnRow, selectedColumn, sql, type TextModel } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { requireRow } from './batch-loaders.ts';
import { PARENT_KEY } from './page-loaders.ts';
import { tableOf } from './text-summaries.ts';

/** Maximum number of records whose text one statement reads. A text has at most 128 KB. */
const MAX_TEXTS = 50;

/**
 * Creates resolvers for columns of long text. The rows of callers' documents and of the brief view lack these columns: the
 * resolver then loads the column by the id of the row, in a turn of the caller, without the other columns.
 */
export const createLongTextResolver =
  <Row extends { readonly id: string }>(model: TextModel) =>
  <Column extends keyof Row & string>(column: Column) => {
    const query = sql`select id, ${selectedColumn(model, column)} as value from ${tableOf(model)}
      where id = ${PARENT_KEY}::uuid`;
    const list = { query, order: sql`id`, textBytes: null, maxParents: MAX_TEXTS };
    const loadColumn = async (
      id: string,
      { loaders, queueKey, loadedText }: Context,
    ): Promise<Row[Column]> => {
      const isAwaited = () => loadedText?.isTooLong !== true;
      const options = { caller: queueKey, dependsOn: dependsOnRow(id), isAwaited };
      const [row = null] = await loaders.loadChildPage<{ readonly value: Row[Column] }>(id, list, options);
      loadedText?.add(row?.value);
      return (await requireRow(Promise.resolve(row))).value;
    };
    return (row: Row, _args: object, ctx: Context): Row[Column] | Promise<Row[Column]> =>
      column in row ? row[column] : loadColumn(row.id, ctx);
  };
