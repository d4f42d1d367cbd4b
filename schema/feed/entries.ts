// Entries: the rows of the table `entries`, one for each record of the types that search finds. The feed also lists
// answers and changes.
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

/** The type and id of a record. */
export interface RecordReference {
  readonly id: string;
  readonly type: FeedRecordType;
}

/** A record with the name of its GraphQL type, from which the interface `Record` resolves the type. */
export type TypedRecord = RecordRow & { readonly __typename: string };

/** The types of records that the feed lists, or whose changes it lists. */
export type FeedRecordType = EntryType | 'answer' | 'submission';

interface RecordSource {
  readonly typename: string;
  readonly load: (ctx: Pick<Context, 'loaders'>, id: string) => Promise<RecordRow | null>;
}

/** The GraphQL type and the loader of the records of each type. */
export const RECORD_SOURCES: Readonly<Record<FeedRecordType, RecordSource>> = {
  answer: { typename: 'Answer', load: (ctx, id) => ctx.loaders.answerById.load(id) },
  submission: { typename: 'Submission', load: (ctx, id) => ctx.loaders.submissionById.load(id) },
  thread: { typename: 'Thread', load: (ctx, id) => ctx.loaders.threadById.load(id) },
  post: { typename: 'Post', load: (ctx, id) => ctx.loaders.postById.load(id) },
  inquiry: { typename: 'Inquiry', load: (ctx, id) => ctx.loaders.inquiryById.load(id) },
  fact: { typename: 'Fact', load: (ctx, id) => ctx.loaders.factById.load(id) },
  report: { typename: 'Report', load: (ctx, id) => ctx.loaders.reportById.load(id) },
  work: { typename: 'WorkPacket', load: (ctx, id) => ctx.loaders.workById.load(id) },
};

/** The columns that an operator may have changed since the feed was read. */
interface ModeratedRow extends RecordRow {
  readonly hiddenAt?: Date | null;
  readonly quarantinedAt?: Date | null;
}

const isHiddenOrQuarantined = ({ hiddenAt, quarantinedAt }: ModeratedRow): boolean =>
  (hiddenAt ?? quarantinedAt ?? null) !== null;

/**
 * Returns the entries of a page up to the work packet at which the text of the packets reaches its bound. Packets are so large
 * that their number must be limited before they are loaded.
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

/** Loads records, in order. Hidden and quarantined records are left out for every caller. */
export async function loadPublicRecords(
  ctx: Pick<Context, 'loaders'>,
  references: readonly RecordReference[],
): Promise<TypedRecord[]> {
  const records = await Promise.all(references.map((reference) => loadRecord(ctx, reference)));
  return records.filter((record) => record !== null && !isHiddenOrQuarantined(record)) as TypedRecord[];
}

async function loadRecord(
  ctx: Pick<Context, 'loaders'>,
  { id, type }: RecordReference,
): Promise<(TypedRecord & ModeratedRow) | null> {
  const { typename, load } = RECORD_SOURCES[type];
  const row = await load(ctx, id);
  return row && { ...row, __typename: typename };
}

/**
 * Loads a record that changed, without its long text. Returns null for a hidden record. A quarantined fact is returned, because
 * its quarantine is a change that the feed lists.
 */
export async function loadChangedRecord(
  ctx: Context,
  reference: RecordReference,
): Promise<TypedRecord | null> {
  const record = await loadRecord({ loaders: ctx.shortLoaders }, reference);
  return record && (record.hiddenAt ?? null) === null ? record : null;
}
