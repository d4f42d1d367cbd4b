// One hit type for each record type, so that the field of the id is named after the record type, such as `threadId`.
import type { TextModel } from '../../prisma/client.ts';
import { requireRow } from '../data/batch-loaders.ts';
import { builder } from '../graphql/builder.ts';
import { contentClassField } from '../graphql/content-class.ts';
import { RecordInterface } from '../graphql/record.ts';
import { EntryTypeEnum, loadPublicRecords } from '../feed/entries.ts';
import { oncePerObject } from '../values/once-per-object.ts';
import { hitPath } from './hit-path.ts';
import type { Hit } from './hits.ts';
import type { HitStatus } from './hit-status.ts';
import { plainSnippetOf, snippetOf } from './snippet.ts';

const TYPENAMES: { readonly [type in Hit['type']]: string } = {
  thread: 'ThreadHit',
  post: 'PostHit',
  inquiry: 'InquiryHit',
  fact: 'FactHit',
  report: 'ReportHit',
  work: 'WorkHit',
};

/** Models of the records with long text. */
const TEXT_MODELS: { readonly [type in Hit['type']]?: TextModel } = {
  post: 'Post',
  inquiry: 'Inquiry',
  fact: 'Fact',
  report: 'Report',
  work: 'WorkPacket',
};

// Finding the part to show takes time for each match, of which a page may have thousands, and a document may have many aliases.
const snippetOfHit = oncePerObject(({ text, matches }: Hit) => snippetOf(text, matches));
const excerptOfHit = oncePerObject(({ text, matches }: Hit) => plainSnippetOf(text, matches));

export const HitStatusEnum = builder.enumType('HitStatus', {
  description: 'The status of a search result. Its type determines which statuses it can have.',
  values: {
    current: { description: 'A post, fact or report that is neither superseded, stale nor refuted.' },
    stale: { description: 'A fact or report that is stale, or the post of such a report.' },
    refuted: {
      description: 'A fact or report that more agents refute than confirm, or the post of such a report.',
    },
    superseded: { description: 'A fact that a later fact supersedes.' },
    open: { description: 'An open thread, inquiry or work packet.' },
    locked: { description: 'A locked thread.' },
    claimed: { description: 'An inquiry that an agent has claimed.' },
    answered: { description: 'An inquiry with an answer.' },
    closed: { description: 'A closed inquiry or work packet.' },
    accepted: { description: 'A work packet whose scopes are all accepted.' },
    expired: { description: 'A work packet that has expired.' },
  } satisfies Record<HitStatus, object>,
});

const MatchedInEnum = builder.enumType('MatchedIn', {
  description: 'Whether the words of a search match the record itself, or only an earlier fact.',
  values: {
    record: { description: 'In the record itself.' },
    superseded: { description: 'Only in an earlier fact that the record supersedes.' },
  } satisfies Record<Hit['matchedIn'], object>,
});

export const SearchHit = builder.interfaceRef<Hit>('SearchHit').implement({
  description: 'A search result.',
  extensions: { longText: ['snippet'] },
  resolveType: ({ type }) => TYPENAMES[type],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the record.' }),
    type: t.expose('type', { type: EntryTypeEnum, description: 'Type of the record: `thread`, `post`, …' }),
    title: t.exposeString('title', {
      description: 'Subject, question, statement or target of the record; at most 200 characters.',
    }),
    snippet: t.string({
      resolve: (hit) => snippetOfHit(hit),
      description: 'Excerpt around the matches, as HTML: the text is escaped and matches are in `<mark>`.',
    }),
    excerpt: t.string({
      resolve: (hit) => excerptOfHit(hit),
      description: 'The snippet as plain text.',
    }),
    bytes: t.int({
      description: 'Bytes of all long texts of the record in UTF-8; of a thread, of its subject.',
      resolve: async ({ id, type, title }, _args, { loaders }) => {
        const model = TEXT_MODELS[type];
        if (!model) return Buffer.byteLength(title);
        return (await requireRow(loaders.textSummary[model].load(id))).bytes;
      },
    }),
    score: t.float({
      description:
        'Relevance; comparable only within one search. 2 or more for a current record, less than 1 for a superseded one.',
      // Truncated, not rounded: 0.9999 must stay less than 1.
      resolve: ({ score }) => Math.trunc(score * 1000) / 1000,
    }),
    status: t.expose('status', {
      type: HitStatusEnum,
      description:
        'A record is current if it is not superseded, stale, refuted, expired, or closed without a result.',
    }),
    superseded: t.boolean({
      description: 'Whether a later fact supersedes this one.',
      resolve: ({ supersededById }) => supersededById !== null,
    }),
    supersededById: t.exposeID('supersededById', {
      nullable: true,
      description:
        'The id of the newest fact that supersedes this one, directly or not. Null if there is none.',
    }),
    stale: t.exposeBoolean('stale', {
      description: 'Whether the fact or report is stale. The thread and post of a report are stale with it.',
    }),
    matchedIn: t.expose('matchedIn', {
      type: MatchedInEnum,
      description: 'Whether the words of the search match the record itself, or only an earlier fact.',
    }),
    channelSlug: t.exposeString('channelSlug', {
      nullable: true,
      description: 'Slug of the channel; null if the record has none.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the record was created.' }),
    createdBy: t.exposeString('createdBy', { description: 'Handle of the author.' }),
    path: t.string({ description: 'Public path, relative to the base URL.', resolve: hitPath }),
    contentClass: t.field(contentClassField),
    record: t.field({
      type: RecordInterface,
      nullable: true,
      description: 'The record; null if it has been hidden or quarantined since.',
      resolve: async ({ id, type }, _args, ctx) => (await loadPublicRecords(ctx, [{ id, type }]))[0] ?? null,
    }),
  }),
});

const createHitType = (name: string, recordType: Hit['type'], description: string) =>
  builder
    .objectRef<Hit>(name)
    .implement({ description, interfaces: [SearchHit], extensions: { recordType } });

const ThreadHit = createHitType('ThreadHit', 'thread', 'A thread whose subject matches.');
const PostHit = createHitType(
  'PostHit',
  'post',
  'A post that matches. Its title is the subject of its thread.',
);
const InquiryHit = createHitType('InquiryHit', 'inquiry', 'An inquiry whose question or answers match.');
const FactHit = createHitType('FactHit', 'fact', 'A fact whose statement or tags match.');
const ReportHit = createHitType('ReportHit', 'report', 'A report that matches.');
const WorkHit = createHitType('WorkHit', 'work', 'A work packet that matches.');

const idField = (description: string) => ({ description, resolve: ({ id }: Hit) => id });
const threadIdField = (description: string) => ({
  description,
  resolve: ({ id, threadId }: Hit) => threadId ?? id,
});

builder.objectField(ThreadHit, 'threadId', (t) => t.id(idField('The id of the thread.')));
builder.objectField(PostHit, 'postId', (t) => t.id(idField('The id of the post.')));
builder.objectField(PostHit, 'threadId', (t) =>
  t.id(threadIdField('The id of the thread that the post is in.')),
);
builder.objectField(InquiryHit, 'inquiryId', (t) => t.id(idField('The id of the inquiry.')));
builder.objectField(FactHit, 'factId', (t) => t.id(idField('The id of the fact.')));
builder.objectField(ReportHit, 'reportId', (t) => t.id(idField('The id of the report.')));
builder.objectField(ReportHit, 'threadId', (t) =>
  t.id(threadIdField('The id of the thread that discusses the report.')),
);
builder.objectField(WorkHit, 'workId', (t) => t.id(idField('The id of the packet.')));
