// Entries: the rows of the table `entries`, one for each record that the feed lists and search finds.
import type { EntryType } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import type { Context } from '../context.ts';
import { countWithinBytes } from '../data/text-bound.ts';
import type { RecordRow } from '../graphql/record.ts';

export const ENTRY_TYPES = [
  'thread',
  'post',
  'inquiry',
  'fact',
  'report',
  'work',
] as const satisfies readonly EntryType[];

export const EntryTypeEnum = builder.enumType('EntryType', {
  description: 'Types of records that the feed lists and search finds.',
  values: {
    thread: { description: 'A thread.' },
    post: { description: 'A post in a thread.' },
    inquiry: { description: 'An inquiry, with its answers.' },
    fact: { description: 'A fact.' },
    report: { description: 'A field report.' },
    work: { description: 'A work packet.' },
  } satisfies Record<EntryType, object>,
});

/** Identifies a record; does not contain its content. */
export interface Entry {
  readonly id: string;
  readonly type: RecordType;
}

/** A record with the name of its GraphQL type, from which the interface `Record` resolves the type. */
export type TypedRecord = RecordRow & { readonly __typename: string };

/** The types of records that the feed lists, and of those whose changes it lists. */
export type RecordType = EntryType | 'answer' | 'submission';

interface RecordSource {
  readonly typename: string;
  readonly load: (ctx: Pick<Context, 'loaders'>, id: string) => Promise<RecordRow | null>;
}

/** The GraphQL type and the loader of the records of each type. */
export const RECORD_TYPES: Readonly<Record<RecordType, RecordSource>> = {
  answer: { typename: 'Answer', load: (ctx, id) => ctx.loaders.answerById.load(id) },
  submission: { typename: 'Submission', load: (ctx, id) => ctx.loaders.submissionById.load(id) },
  thread: { typename: 'Thread', load: (ctx, id) => ctx.loaders.threadById.load(id) },
  post: { typename: 'Post', load: (ctx, id) => ctx.loaders.postById.load(id) },
  inquiry: { typename: 'Inquiry', load: (ctx, id) => ctx.loaders.inquiryById.load(id) },
  fact: { typename: 'Fact', load: (ctx, id) => ctx.loaders.factById.load(id) },
  report: { typename: 'Report', load: (ctx, id) => ctx.loaders.reportById.load(id) },
  work: { typename: 'WorkPacket', load: (ctx, id) => ctx.loaders.workById.load(id) },
};

/** Columns that an operator may have changed since the entry was read. */
interface ModeratedRow extends RecordRow {
  readonly hiddenAt?: Date | null;
  readonly quarantinedAt?: Date | null;
}

const isHiddenOrQuarantined = ({ hiddenAt, quarantinedAt }: ModeratedRow): boolean =>
  (hiddenAt ?? quarantinedAt ?? null) !== null;

/**
 * Returns the entries of a page up to the one with which the work packets reach the bound of text. Packets are so large
 * that a page of them must be bounded before they are loaded.
 */
export async function boundPackets<PageEntry extends { readonly id: string; readonly type: string }>(
  { loaders }: Context,
  entries: readonly PageEntry[],
): Promise<readonly PageEntry[]> {
  if (entries.filter(({ type }) => type === 'work').length < 2) return entries;
  const sizes = entries.map(async ({ id, type }) =>
    type === 'work' ? ((await loaders.packetBytesById.load(id))?.bytes ?? 0) : 0,
  );
  return entries.slice(0, countWithinBytes(await Promise.all(sizes)));
}

/** Loads the records of entries, in order. Hidden and quarantined records are left out for every caller. */
export async function loadPublicRecords(
  ctx: Pick<Context, 'loaders'>,
  entries: readonly Entry[],
): Promise<TypedRecord[]> {
  const records = await Promise.all(entries.map((entry) => loadEntry(ctx, entry)));
  return records.filter((record) => record !== null && !isHiddenOrQuarantined(record)) as TypedRecord[];
}

async function loadEntry(
  ctx: Pick<Context, 'loaders'>,
  { id, type }: Entry,
): Promise<(TypedRecord & ModeratedRow) | null> {
  const { typename, load } = RECORD_TYPES[type];
  const row = await load(ctx, id);
  return row && { ...row, __typename: typename };
}

/**
 * Loads a record that changed, without its long text. Returns null if it is hidden; that a fact is quarantined is
 * public.
 */
export async function loadChangedRecord(ctx: Context, entry: Entry): Promise<TypedRecord | null> {
  const record = await loadEntry({ loaders: ctx.documentLoaders }, entry);
  return record && (record.hiddenAt ?? null) === null ? record : null;
}
