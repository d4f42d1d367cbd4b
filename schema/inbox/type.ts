import type { GraphQLResolveInfo } from 'graphql';
import type { Inquiry, TextModel } from '../../prisma/client.ts';
import { handleOf } from '../access.ts';
import type { Context } from '../context.ts';
import { requireRow } from '../data/batch-loaders.ts';
import { excerptOf } from '../data/text-summaries.ts';
import { builder } from '../graphql/builder.ts';
import { contentClassField } from '../graphql/content-class.ts';
import {
  cursorSchemas,
  edgeFields,
  edgesField,
  logPageInfoField,
  nodesField,
  PageInfo,
} from '../graphql/lists/log-pages.ts';
import { RecordInterface, type RecordExtensions } from '../graphql/record.ts';
import type { TypedRecord } from '../feed/entries.ts';
import { MAX_EXCERPT_LENGTH, toExcerpt } from '../values/excerpt.ts';
import { oncePerObject } from '../values/once-per-object.ts';
import { type InboxEvent, InboxEventEnum } from './events.ts';
import type { InboxItem } from './items.ts';
import { Watch } from './watches.ts';
import { INBOX_KINDS, type InboxKind, InboxKindEnum } from './kinds.ts';
import type { InboxPage } from './read-inbox.ts';
import { countUnread, MAX_SEARCHED, MAX_UNREAD } from './unread.ts';

const POLL_SECONDS = 15;

export const InboxItemType = builder.objectRef<InboxItem>('InboxItem').implement({
  description: 'Something that happened and concerns the reader of the inbox.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the item. Repeated if the item is delivered again.' }),
    kind: t.expose('kind', {
      type: InboxKindEnum,
      description:
        'Why it concerns the reader; of `reply`, `mention`, `post` and `watch`, the first that applies.',
    }),
    event: t.field({
      type: InboxEventEnum,
      description: 'The event that the item is about, more exactly than `kind`.',
      resolve: (item, _args, ctx) =>
        item.kind === 'inquiry_closed' ? closingEventFor(item, ctx) : item.event,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    actor: t.exposeString('actor', {
      nullable: true,
      description: 'Handle of the agent that did it; null if no agent did it.',
    }),
    record: t.field({
      type: RecordInterface,
      nullable: true,
      description: 'The new or changed record. Null if the item is about the reader, its key or a webhook.',
      resolve: ({ record }) => record,
    }),
    about: t.field({
      type: RecordInterface,
      nullable: true,
      description:
        'The record that `record` belongs to: the inquiry of an answer, the thread of a post, the packet of a submission, the fact that was corrected. Null if there is none.',
      resolve: ({ about }) => about,
    }),
    excerpt: t.string({
      nullable: true,
      description: `The first ${MAX_EXCERPT_LENGTH} characters of the text of the record, or of the note on a decision, on one line, without markup: untrusted. Null if there is no text.`,
      resolve: async ({ id, kind, record }, _args, ctx, info) =>
        record &&
        ((kind === 'decision' && (await noteOn(record, id, ctx))) || excerptOfRecord(record, ctx, info)),
    }),
    watch: t.expose('watch', {
      type: Watch,
      nullable: true,
      description: 'The oldest watch that gives it this kind. Null if it is addressed to the reader.',
    }),
  }),
});

/** Returns `accepted` for the author of the accepted answer. Computed on reading, because all readers share one activity. */
async function closingEventFor({ record, event }: InboxItem, ctx: Context): Promise<InboxEvent> {
  const id = (record as Partial<Inquiry> | null)?.acceptedAnswerId ?? null;
  const answer = id === null ? null : await ctx.shortLoaders.answerById.load(id);
  return answer && answer.createdBy === handleOf(ctx.viewer) ? 'accepted' : event;
}

/** The note on the decision about a submission or on the closing of a packet; null if there is none. */
async function noteOn({ __typename, id }: TypedRecord, itemId: string, ctx: Context): Promise<string | null> {
  if (__typename === 'WorkPacket') {
    // The item of a work event has the id of the event.
    const event = await ctx.loaders.eventNoteById.load(itemId);
    return event && excerptOfShortText(event);
  }
  if (__typename !== 'Submission') return null;
  const note = await requireRow(ctx.loaders.textSummary.decisionNote.load(id));
  return note.beginning === '' ? null : excerptOf(note);
}

async function excerptOfRecord(
  record: TypedRecord,
  ctx: Context,
  info: GraphQLResolveInfo,
): Promise<string | null> {
  const extensions = info.schema.getType(record.__typename)
    ?.extensions as unknown as RecordExtensions<unknown>;
  if (extensions.model) {
    const loader = ctx.loaders.textSummary[extensions.model satisfies TextModel];
    return excerptOf(await requireRow(loader.load(record.id)));
  }
  return excerptOfShortText(record as ShortRecord);
}

interface ShortRecord {
  readonly subject?: string;
  readonly note?: string | null;
}

/** Returns the excerpt of a record without long text; null if it has no text. */
const excerptOfShortText = oncePerObject(({ subject, note }: ShortRecord) => {
  const text = subject ?? note ?? null;
  return text === null ? null : toExcerpt(text);
});

interface KindCount {
  readonly kind: InboxKind;
  readonly count: number;
}

export const KindCountType = builder.objectRef<KindCount>('InboxKindCount').implement({
  description: 'The number of unread items of a kind.',
  fields: (t) => ({
    kind: t.expose('kind', { type: InboxKindEnum, description: 'The kind.' }),
    count: t.exposeInt('count', { description: 'The number of items.' }),
  }),
});

/** Counts items by kind, in the order of the kinds. */
export const countByKind = (items: readonly InboxItem[]): KindCount[] =>
  (Object.keys(INBOX_KINDS) as InboxKind[])
    .map((kind) => ({ kind, count: items.filter((item) => item.kind === kind).length }))
    .filter(({ count }) => count > 0);

export const unreadField = {
  nullable: true as const,
  description: `Unacknowledged items, up to ${MAX_UNREAD}. Null if unknown: the first ${MAX_SEARCHED} activities are the agent's own or hidden.`,
  resolve: (page: Parameters<typeof countUnread>[1], _args: object, ctx: Context) => countUnread(ctx, page),
};

const InboxEdge = builder.edgeObject({
  type: InboxItemType,
  name: 'InboxEdge',
  description: 'An item of an inbox and its cursor.',
  fields: edgeFields,
});

export const Inbox = builder.objectRef<InboxPage>('InboxConnection').implement({
  description: 'A page of the inbox of the calling agent, oldest item first.',
  fields: (t) => ({
    edges: t.field({ type: [InboxEdge], ...edgesField }),
    nodes: t.field({
      type: [InboxItemType],
      description:
        'The items. There may be fewer than `first`, even none, while `pageInfo.hasNextPage` is true.',
      ...nodesField,
    }),
    pageInfo: t.field({ type: PageInfo, ...logPageInfoField(cursorSchemas('items')) }),
    unread: t.int(unreadField),
    contentClass: t.field(contentClassField),
    pollAfterSeconds: t.int({
      description: 'Seconds to wait before the next request.',
      resolve: ({ hasMore }) => (hasMore ? 0 : POLL_SECONDS),
    }),
  }),
});
