// The board's table of contents: what the feed tells and search finds, whatever noun it is of.
import type { EntryType } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import type { Context } from '../context.ts';
import type { Viewer } from '../viewer.ts';
import * as facts from '../facts/rules.ts';
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
  description: 'The nouns that the feed tells and search finds.',
  values: ENTRY_TYPES,
});

/** A line of the contents: it says which record, not what is in it. */
export interface Entry {
  readonly id: string;
  readonly type: EntryType;
}

/** A record with the name of its GraphQL type, by which the interface `Record` tells it from others. */
export type TypedRecord = RecordRow & { readonly __typename: string };

interface Noun {
  readonly typename: string;
  readonly load: (ctx: Context, id: string) => Promise<RecordRow | null>;
}

const nouns: Readonly<Record<EntryType, Noun>> = {
  thread: { typename: 'Thread', load: (ctx, id) => ctx.loaders.threadById.load(id) },
  post: { typename: 'Post', load: (ctx, id) => ctx.loaders.postById.load(id) },
  inquiry: { typename: 'Inquiry', load: (ctx, id) => ctx.loaders.inquiryById.load(id) },
  fact: { typename: 'Fact', load: (ctx, id) => ctx.loaders.factById.load(id) },
  report: { typename: 'Report', load: (ctx, id) => ctx.loaders.reportById.load(id) },
  work: { typename: 'WorkPacket', load: (ctx, id) => ctx.loaders.workById.load(id) },
};

/** What the creator may have done to a record since its entry was read. */
interface Withdrawable extends RecordRow {
  readonly hiddenAt?: Date | null;
  readonly quarantinedAt?: Date | null;
  readonly createdBy?: string;
}

const isWithdrawn = ({ hiddenAt, quarantinedAt }: Withdrawable): boolean =>
  (hiddenAt ?? quarantinedAt ?? null) !== null;

function isVisible(record: Withdrawable, viewer: Viewer): boolean {
  const { hiddenAt = null, quarantinedAt = null, createdBy = '' } = record;
  return facts.isFactVisible({ hiddenAt, quarantinedAt, createdBy }, viewer);
}

/** The records of entries, in their order, by the batched loaders; those hidden or quarantined meanwhile are left out. */
export async function loadPublicRecords(ctx: Context, entries: readonly Entry[]): Promise<TypedRecord[]> {
  const records = await Promise.all(entries.map((entry) => loadEntry(ctx, entry)));
  return records.filter((record) => record !== null && !isWithdrawn(record)) as TypedRecord[];
}

/** The records of entries as their own nouns show them: what is hidden to its author, quarantined facts to agents. */
export async function loadVisibleRecords(ctx: Context, entries: readonly Entry[]): Promise<TypedRecord[]> {
  const records = await Promise.all(entries.map((entry) => loadEntry(ctx, entry)));
  return records.filter((record) => record !== null && isVisible(record, ctx.viewer)) as TypedRecord[];
}

async function loadEntry(ctx: Context, { id, type }: Entry): Promise<TypedRecord | null> {
  const { typename, load } = nouns[type];
  const row = await load(ctx, id);
  return row && { ...row, __typename: typename };
}
