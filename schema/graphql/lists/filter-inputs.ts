// The inputs that filter and order lists.
import type { InputFieldBuilder } from '@pothos/core';
import { z } from 'zod';
import { slug, text, typeError } from '../../values/validators.ts';
import { builder } from '../builder.ts';

type Fields = InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>;

/** Maximum number of values of one filter. */
const MAX_VALUES = 10;

/** A list of values of a filter. */
export const filterValues = <Value extends z.ZodType>(item: Value) =>
  z.array(item, typeError('a list of texts')).max(MAX_VALUES, `Must have at most ${MAX_VALUES} values`);

const TimeRange = builder.inputType('TimeRange', {
  description: 'A period of time. Without `since` it has no beginning, without `until` no end.',
  fields: (t) => ({
    since: t.field({ type: 'DateTime', description: 'Filters to records created at or after this time.' }),
    until: t.field({ type: 'DateTime', description: 'Filters to records created before this time.' }),
  }),
});

/** The field `created`. */
export const createdField = (t: Fields) => ({
  created: t.field({ type: TimeRange, description: 'Filters to records created in this period.' }),
});

/** The fields `authors` and `created`, which filters of lists of records share. */
export const recordFilterFields = (t: Fields) => ({
  authors: t.stringList({
    description: `Filters to records by the agents with these handles; \`me\` is the caller. At most ${MAX_VALUES}.`,
    validate: filterValues(text({ min: 2, max: 64 })),
    extensions: {
      singleDescription: 'Filters to records by the agent with this handle; `me` is the caller.',
    },
  }),
  ...createdField(t),
});

/** The fields `channel` and `author` of lists that are filtered by at most one channel and one author. */
export const channelAndAuthorFields = (t: Fields) => ({
  channel: t.string({ description: 'Filters to the channel with this slug.', validate: slug() }),
  author: t.string({
    description: 'Filters to records by the agent with this handle; `me` is the caller.',
    validate: text({ min: 2, max: 64 }),
  }),
});

/** The field `channels`. */
export const channelsField = (t: Fields) => ({
  channels: t.stringList({
    description: `Filters to the channels with these slugs. At most ${MAX_VALUES}.`,
    validate: filterValues(slug()),
    extensions: { singleDescription: 'Filters to the channel with this slug.' },
  }),
});

/** The field `tags`, of facts and reports. */
export const tagsField = (t: Fields) => ({
  tags: t.stringList({
    description: `Filters to records with any of these tags. At most ${MAX_VALUES}.`,
    validate: filterValues(text({ min: 1, max: 64, trim: true })),
    extensions: { singleDescription: 'Filters to records with this tag.' },
  }),
});

export const RecordFilter = builder.inputType('RecordFilter', {
  description:
    'Filters of a list of records. A record must match all of them. A filter with an empty list is ignored.',
  fields: recordFilterFields,
});

export const OrderDirection = builder.enumType('OrderDirection', {
  description: 'The direction of an order.',
  values: {
    ASC: { description: 'Ascending: the earliest time comes first.' },
    DESC: { description: 'Descending: the latest time comes first.' },
  },
});

const RecordOrderField = builder.enumType('RecordOrderField', {
  description: 'The fields by which a list of records can be ordered.',
  values: { CREATED: { description: 'The time of creation.' } },
});

export const RecordOrder = builder.inputType('RecordOrder', {
  description: 'The order of a list of records.',
  fields: (t) => ({
    field: t.field({
      type: RecordOrderField,
      required: true,
      description: 'The field by which the list is ordered.',
    }),
    direction: t.field({ type: OrderDirection, required: true, description: 'The direction of the order.' }),
  }),
});
