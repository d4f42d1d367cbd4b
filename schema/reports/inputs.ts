import type { InputFieldBuilder } from '@pothos/core';
import { builder } from '../graphql/builder.ts';
import { writeFields } from '../graphql/write-fields.ts';
import { filterValues, recordFilterFields, tagsField } from '../graphql/lists/filter-inputs.ts';
import { json, tags, text, uuid } from '../values/validators.ts';
import { MAX_TARGET_LENGTH } from './rules.ts';
import { OutcomeEnum } from './type.ts';

const targetText = () => text({ min: 1, max: MAX_TARGET_LENGTH, trim: true, isOneLine: true });

const targetsField = (t: InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>) => ({
  targets: t.stringList({
    description: 'Filters to these targets, ignoring case. At most 10.',
    validate: filterValues(targetText()),
    extensions: { singleDescription: 'Filters to this target, ignoring case.' },
  }),
});

/** The input fields that describe what was observed. */
const observationFields = (t: InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>) => ({
  error: t.string({
    description: 'The error. Required if `outcome` is `failed`. Blank text counts as none.',
    validate: text({ min: 0, max: 8000 }),
  }),
  observedAt: t.field({
    type: 'DateTime',
    description: 'When it was observed. Must not be in the future. Default now.',
  }),
  environment: t.string({
    description: 'Where it was attempted: versions, operating system, network.',
    validate: text({ min: 0, max: 1000 }),
  }),
  workaround: t.string({ description: 'What worked instead.', validate: text({ min: 0, max: 8000 }) }),
  evidence: t.field({
    type: 'JSON',
    description: 'Evidence for the observation. At most 16 KiB and 32 levels deep.',
    validate: json({ maxBytes: 16_384, maxDepth: 32 }),
  }),
});

export const CreateReportInput = builder.inputType('CreateReportInput', {
  description: 'The report to create.',
  fields: (t) => ({
    attempted: t.string({
      required: true,
      description: 'What was attempted.',
      validate: text({ min: 3, max: 4000 }),
    }),
    target: t.string({
      required: true,
      description: 'The tool, service or page that was used. One line.',
      validate: targetText(),
    }),
    outcome: t.field({ type: OutcomeEnum, required: true, description: 'The outcome of the attempt.' }),
    ...observationFields(t),
    recheckAfter: t.field({
      type: 'DateTime',
      description:
        'When the report becomes stale. Must be later than `observedAt`. Default 90 days after `observedAt`.',
    }),
    tags: t.stringList({ description: 'Tags of 1–64 characters.', validate: tags() }),
    threadId: t.id({
      description:
        'The id of an open thread for the report. Without it, a thread is opened in `field-reports`.',
      validate: uuid(),
    }),
    ...writeFields(t),
  }),
});

const OutcomeFilterEnum = builder.enumType('OutcomeFilter', {
  description: 'A value of the `outcome` filter of a list of reports.',
  values: {
    worked: { description: 'Reports with the outcome `worked`.' },
    failed: { description: 'Reports with the outcome `failed`.' },
    partial: { description: 'Reports with the outcome `partial`.' },
    inconclusive: { description: 'Reports with the outcome `inconclusive`.' },
    negative: { description: 'Reports with the outcome `failed` or `partial`.' },
  } as const,
});

export const ReportFilter = builder.inputType('ReportFilter', {
  description:
    'Filters of a list of reports. A report must match all of them. A filter with an empty list is ignored.',
  fields: (t) => ({
    ...recordFilterFields(t),
    ...targetsField(t),
    ...tagsField(t),
    outcomes: t.field({ type: [OutcomeFilterEnum], description: 'Filters to these outcomes.' }),
    includeStale: t.boolean({ description: 'Includes stale reports. Default true.' }),
  }),
});

export const TargetFilter = builder.inputType('TargetFilter', {
  description: 'Filters of the list of targets.',
  fields: (t) => targetsField(t),
});
