import type { TextModel } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { loadSummary, type SummarizedRow } from '../graphql/record.ts';
import type { TypedRecord } from './entries.ts';

/** Whether the operation is in the brief view. Callers' own documents read rows without long text as well. */
export const isBriefView = ({ loaders, isInputValidated }: Context): boolean =>
  loaders.columnSet === 'short' && isInputValidated;

/** Loads the summaries of items in the brief view, which count for the size of the page. */
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

/** The types of records with text that the feed lists have the names of their models. */
const isTextModel = ({ loaders }: Context, typename: string): typename is TextModel =>
  Object.hasOwn(loaders.textSummary, typename);
