import type { TextModel } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { loadSummary, type SummarizedRow } from '../graphql/record.ts';
import type { TypedRecord } from './entries.ts';

/**
 * Whether a fixed document runs in the brief view. Callers' own documents use the short column set as well.
 */
export const isBriefView = ({ loaders, isFixedDocument }: Context): boolean =>
  loaders.columnSet === 'short' && isFixedDocument;

/**
 * Adds to each item with long text the summary that the brief view shows instead. The bound of a page's text counts summaries.
 */
export const addSummaries = (
  ctx: Context,
  items: readonly TypedRecord[],
): Promise<(TypedRecord & SummarizedRow)[]> =>
  Promise.all(
    items.map(async (item) =>
      isTextModel(ctx, item.__typename)
        ? { ...item, summary: await loadSummary(ctx, item.__typename, item.id) }
        : item,
    ),
  );

/** Whether records of this type have long text. A type in the feed has the same name as its model. */
const isTextModel = ({ loaders }: Context, typename: string): typename is TextModel =>
  Object.hasOwn(loaders.textSummary, typename);
