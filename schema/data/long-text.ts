import { dependsOnRow, selectedColumn, sql, type TextModel } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { PARENT_KEY, type ParentList } from './page-loaders.ts';
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
    const loadColumn = async (id: string, ctx: Context): Promise<Row[Column]> => {
      const [row] = await loadTexts<{ readonly value: Row[Column] }>(ctx, id, list);
      ctx.loadedText?.count(row?.value);
      ctx.loadedText?.assertSize();
      if (!row) throw new Error('the row of a long text does not exist');
      return row.value;
    };
    return (row: Row, _args: object, ctx: Context): Row[Column] | Promise<Row[Column]> =>
      column in row ? row[column] : loadColumn(row.id, ctx);
  };

/** Creates the resolver of a text in the objects of a long column. The column is loaded with all texts, and the selected ones count. */
export const createMemberTextResolver =
  <Member extends string>(member: Member) =>
  <Value extends { readonly [_ in Member]?: string | null | undefined }>(
    value: Value,
    _args: object,
    { loadedText }: Context,
  ): Value[Member] => {
    loadedText?.count(value[member]);
    return value[member];
  };

/**
 * Loads rows with long texts of a record, in a turn of the caller. Returns no rows if the texts that the document has loaded exceed
 * its maximum response meanwhile; `LoadedText.assertSize` then throws.
 */
export const loadTexts = <Row>(
  { loaders, queueKey, loadedText }: Context,
  id: string,
  list: ParentList,
): Promise<readonly Row[]> =>
  loaders.loadChildPage<Row>(id, list, {
    caller: queueKey,
    dependsOn: dependsOnRow(id),
    isAwaited: () => loadedText?.isTooLong !== true,
  });
