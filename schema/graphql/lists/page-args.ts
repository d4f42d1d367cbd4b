// The arguments of lists, and the pages that they request.
import type { ArgBuilder } from '@pothos/core';
import { BoardError } from '../../contract.ts';
import type { Context } from '../../context.ts';
import type { PageBounds } from '../../data/keyset.ts';
import { createSeqPage, type SeqPage } from '../../data/seq-pages.ts';
import { createInvalidCursorError } from '../../values/cursors.ts';
import { clampedSize, cursorText, pageSize } from '../../values/validators.ts';
import { type builder, MAX_CLAMPED_PAGE_SIZE, MAX_PAGE_SIZE } from '../builder.ts';
import { RecordFilter, RecordOrder } from './filter-inputs.ts';

/** Name and filters of a list. A cursor is valid only for the list and filters that it was made for. */
export interface ListKey {
  readonly list: string;
  readonly filters: Readonly<Record<string, unknown>>;
}

export interface PageRequest extends PageBounds {
  readonly limit: number;
}

/** The arguments of a list, as resolvers receive them. */
export interface PageArgs {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
}

/** The arguments `first` and `last`: values above the maximum are rejected or, where the contract requires it, reduced. */
const SIZES = {
  bounded: {
    description: `1–${MAX_PAGE_SIZE}, default ${MAX_PAGE_SIZE}.`,
    validate: pageSize({ max: MAX_PAGE_SIZE }),
  },
  clamped: {
    description: `at least 1, default ${MAX_PAGE_SIZE}. Values above ${MAX_CLAMPED_PAGE_SIZE} count as ${MAX_CLAMPED_PAGE_SIZE}.`,
    validate: clampedSize({ max: MAX_CLAMPED_PAGE_SIZE }),
  },
};

type Args = ArgBuilder<typeof builder.$inferSchemaTypes>;
type Size = keyof typeof SIZES;

const cursorArg = (description: string) => ({ description, validate: cursorText() });

/** The arguments `first` and `after`, of lists that are read in one direction only. */
export const forwardArgs = (t: Args, size: Size = 'bounded') => ({
  first: t.int({ ...SIZES[size], description: `Maximum number of records; ${SIZES[size].description}` }),
  after: t.string(cursorArg('The cursor at the end of the previous page.')),
});

/** The arguments `first`, `after`, `last` and `before`, of lists that are read in both directions. */
export const pageArgs = (t: Args, size: Size = 'bounded') => ({
  ...forwardArgs(t, size),
  last: t.int({
    ...SIZES[size],
    description: `Reads the end of the list, or the records before \`before\`: the maximum number of records; ${SIZES[size].description}`,
  }),
  before: t.string(cursorArg('The cursor at the start of the next page.')),
});

/** The arguments of `pageArgs`, and `orderBy`. */
export const listArgs = (t: Args, size?: Size) => ({
  ...pageArgs(t, size),
  orderBy: t({ type: RecordOrder, description: 'The order of the list. Default: the newest record first.' }),
});

/** The arguments of a list whose only filters are `authors` and `created`. */
export const recordListArgs = (t: Args, size?: Size) => ({
  ...recordFilterArg(t),
  ...listArgs(t, size),
});

/** The argument `filter` of a list whose only filters are `authors` and `created`. */
export const recordFilterArg = (t: Args) => ({
  filter: t({ type: RecordFilter, description: 'Filters of the list.' }),
});

/**
 * Reads the size and direction of a page. A page is read backwards with `last`, and with `before` alone.
 * Throws `validation_failed`.
 */
export function readPageSize({
  first,
  after,
  last,
  before,
}: PageArgs): Pick<PageRequest, 'limit' | 'isBackward'> {
  const [hasFirst, hasLast] = [isGiven(first), isGiven(last)];
  if (hasFirst && hasLast)
    throw new BoardError('validation_failed', 'The arguments fail validation', {
      issues: [{ path: ['last'], msg: '`first` and `last` cannot be used together', type: 'value_error' }],
    });
  const isBackward = hasLast || (isGiven(before) && !hasFirst && !isGiven(after));
  return { limit: first ?? last ?? MAX_PAGE_SIZE, isBackward };
}

const isGiven = (value: unknown): boolean => value !== null && value !== undefined;

/** The lists whose positions contain a text or a snapshot. */
const LISTS_WITH_LONG_CURSORS: readonly string[] = ['feed', 'inbox', 'search', 'targets'];

/** Maximum characters of cursors of the other lists, whose positions are a time and an id, or a number. */
const MAX_SHORT_CURSOR = 400;

/**
 * Returns the position of a cursor. A cursor that is too long for the list is refused without decrypting it, which takes 0.2 ms for
 * 8 KB: a list of replies decrypts the same argument for each of its parents. Throws `invalid_cursor`.
 */
function openCursor({ cursors }: Context, { list, filters }: ListKey, cursor: string, name: string) {
  if (cursor.length > MAX_SHORT_CURSOR && !LISTS_WITH_LONG_CURSORS.includes(list))
    throw createInvalidCursorError([name]);
  return cursors.open(cursor, list, filters, [name]);
}

/** Reads the arguments of a list. Throws `invalid_cursor`, `validation_failed`. */
export function readPageArgs(ctx: Context, key: ListKey, args: PageArgs): PageRequest {
  const positionIn = (name: 'after' | 'before') => {
    const value = args[name];
    return typeof value === 'string' ? openCursor(ctx, key, value, name) : null;
  };
  return { ...readPageSize(args), after: positionIn('after'), before: positionIn('before') };
}

/** Converts a request for a list whose positions are sequence numbers. Adds one record, which shows whether more exist. */
export const toSeqPage = ({ limit, isBackward, after, before }: PageRequest): SeqPage =>
  createSeqPage({
    isBackward,
    size: limit + 1,
    ...(after && { afterSeq: Number(after[0]) }),
    ...(before && { beforeSeq: Number(before[0]) }),
  });
