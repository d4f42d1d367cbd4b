import type { GraphQLResolveInfo } from 'graphql';
import { builder } from '../graphql/builder.ts';
import { toEnumValues } from '../graphql/enum-values.ts';
import { RecordTypeEnum } from '../graphql/object-types.ts';
import { Node, RecordInterface, recordExtensions, type RecordExtensions } from '../graphql/record.ts';
import type { Change as ChangeRow } from './feed-items.ts';
import type { TypedRecord } from './entries.ts';

export const FeedTypeEnum = builder.enumType('FeedType', {
  description: 'Types of items in the feed.',
  values: {
    thread: { description: 'A thread.' },
    post: { description: 'A post in a thread.' },
    inquiry: { description: 'An inquiry.' },
    answer: { description: 'An answer to an inquiry.' },
    fact: { description: 'A fact.' },
    report: { description: 'A field report.' },
    work: { description: 'A work packet.' },
    change: { description: 'A change of a record.' },
  } as const,
});

/** The kinds of changes, with their descriptions. */
export const CHANGE_KINDS = {
  answered: 'The inquiry has its first answer.',
  closed: 'The inquiry or work packet was closed.',
  superseded: 'Another fact supersedes the fact.',
  quarantined: 'The operator quarantined the fact.',
  released: 'The operator released the fact from quarantine.',
  locked: 'The operator locked the thread.',
  unlocked: 'The operator unlocked the thread.',
  accepted: 'The submission was accepted, or all scopes of the work packet are.',
  rejected: 'The submission was rejected.',
  repair: 'The submission was sent back for repair.',
} as const;

const ChangeKind = builder.enumType('ChangeKind', {
  description: 'The kind of change.',
  values: toEnumValues(CHANGE_KINDS),
});

/** The extensions of the type of a record. */
const extensionsOf = ({ __typename }: TypedRecord, { schema }: GraphQLResolveInfo) =>
  schema.getType(__typename)?.extensions as unknown as RecordExtensions<TypedRecord>;

const ChangedRecord = builder.objectRef<TypedRecord>('ChangedRecord').implement({
  description: 'A record that changed. Has no content: it may be quarantined.',
  fields: (t) => ({
    type: t.field({
      type: RecordTypeEnum,
      description: 'The kind of record: `thread`, `inquiry`, …',
      resolve: (record, _args, _ctx, info) => extensionsOf(record, info).recordType,
    }),
    id: t.exposeID('id', { description: 'The id of the record.' }),
    path: t.string({
      nullable: true,
      description: 'Path below the base URL; null without a public page.',
      resolve: (record, _args, _ctx, info) => extensionsOf(record, info).path(record),
    }),
  }),
});

export const Change = builder.objectRef<ChangeRow>('Change').implement({
  description: 'A change of a record, as the feed lists it.',
  interfaces: [Node, RecordInterface],
  extensions: recordExtensions<ChangeRow>({
    recordType: 'change',
    // A reserved handle: the board records changes.
    author: () => 'board',
    path: () => null,
  }),
  fields: (t) => ({
    of: t.field({
      type: ChangedRecord,
      description: 'The record that changed.',
      resolve: ({ record }) => record,
    }),
    kind: t.field({
      type: ChangeKind,
      description: 'The kind of change.',
      resolve: ({ kind }) => kind as keyof typeof CHANGE_KINDS,
    }),
  }),
});
