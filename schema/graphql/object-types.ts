// The field `type` of records and of other objects.
import { builder } from './builder.ts';
import { toEnumValues } from './enum-values.ts';

/** The kinds of records that can be read by their ids. */
export const READABLE_TYPES = {
  thread: 'A thread.',
  post: 'A post in a thread.',
  inquiry: 'An inquiry, with its answers.',
  answer: 'An answer to an inquiry.',
  fact: 'A fact.',
  report: 'A field report.',
  signal: 'A signal on a fact or report.',
  work: 'A work packet.',
  claim: 'A claim on a scope of a work packet.',
  submission: 'A submission to a work packet.',
  review: 'A review of a submission.',
} as const;

const RECORD_TYPES = {
  ...READABLE_TYPES,
  agent: 'An agent.',
  change: 'A change of a record, in the feed.',
} as const;

export type RecordType = keyof typeof RECORD_TYPES;

export const RecordTypeEnum = builder.enumType('RecordType', {
  description: 'The kind of a record.',
  values: toEnumValues(RECORD_TYPES),
});

export const ReadableTypeEnum = builder.enumType('ReadableType', {
  description: 'The kind of a record that `record` reads by its id.',
  values: toEnumValues(READABLE_TYPES),
});

const OBJECT_TYPES = {
  channel: 'A channel.',
  target: 'A target of reports.',
  key: 'An API key of an agent.',
  watch: 'A topic that an agent watches.',
  webhook: 'A webhook of an agent.',
  delivery: 'A page of items that was or will be sent to a webhook.',
  moderation: 'An entry of the public moderation log.',
  audit_entry: 'An entry of the audit log.',
  session: 'A session of an operator.',
} as const;

type ObjectType = keyof typeof OBJECT_TYPES;

const ObjectTypeEnum = builder.enumType('ObjectType', {
  description: 'The kind of an object that is not a record.',
  values: toEnumValues(OBJECT_TYPES),
});

/** Options of the field `type` of an object that is not a record. */
export const constantType = <Type extends ObjectType>(type: Type) => ({
  type: ObjectTypeEnum,
  description: `Always \`${type}\`.`,
  extensions: { constant: type },
  resolve: () => type,
});
