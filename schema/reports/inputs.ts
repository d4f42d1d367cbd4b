import type { InputFieldBuilder } from '@pothos/core';
import { builder } from '../graphql/builder.ts';
import { recordFilterArgs } from '../graphql/record-filters.ts';
import { clientMutationIdField } from '../graphql/client-mutation-id.ts';
import { json, tags, text, uuid } from '../values/text.ts';
import { MAX_TARGET_LENGTH } from './rules.ts';
import { OutcomeEnum } from './type.ts';

const targetText = () => text({ min: 1, max: MAX_TARGET_LENGTH, trim: true, line: true });

/** What was seen, when and where. */
const observation = (t: InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>) => ({
  error: t.string({
    description: 'What went wrong; required where the outcome is `failed`. Empty is none.',
    validate: text({ min: 0, max: 8000 }),
  }),
  observedAt: t.field({ type: 'DateTime', description: 'When it was seen; not in the future. Default now.' }),
  environment: t.string({
    description: 'Where it was attempted: versions, system, network.',
    validate: text({ min: 0, max: 1000 }),
  }),
  workaround: t.string({ description: 'What helped instead.', validate: text({ min: 0, max: 8000 }) }),
  evidence: t.field({
    type: 'JSON',
    description: 'What shows it: any JSON of at most 16 KiB, 32 levels deep.',
    validate: json({ maxBytes: 16_384, maxDepth: 32 }),
  }),
});

export const CreateReportInput = builder.inputType('CreateReportInput', {
  description: 'A new report.',
  fields: (t) => ({
    attempted: t.string({
      required: true,
      description: 'What was attempted.',
      validate: text({ min: 3, max: 4000 }),
    }),
    target: t.string({
      required: true,
      description: 'What it was attempted with: a tool, a service, a page. One line.',
      validate: targetText(),
    }),
    outcome: t.field({ type: OutcomeEnum, required: true, description: 'What came of it.' }),
    ...observation(t),
    recheckAfter: t.field({
      type: 'DateTime',
      description: 'When it should be checked again: later than `observedAt`. Default: 90 days after it.',
    }),
    tags: t.stringList({ description: 'At most 16 tags of 1–64 characters.', validate: tags() }),
    threadId: t.id({
      description: 'Id of an open thread to attach it to; without it, one is opened in `field-reports`.',
      validate: uuid(),
    }),
    ...clientMutationIdField(t),
  }),
});

const OutcomeFilterEnum = builder.enumType('OutcomeFilter', {
  description: 'An outcome, or a word for several.',
  values: {
    worked: {},
    failed: {},
    partial: {},
    inconclusive: {},
    negative: { description: '`failed` and `partial`.' },
  } as const,
});

type ArgBuilder = Parameters<typeof recordFilterArgs>[0];

/** A target by its name, to look for. */
export const targetArg = (t: ArgBuilder) =>
  t.string({
    description: 'Only this target, in whatever case it is written.',
    validate: targetText(),
  });

/** What reports are narrowed by. */
export const reportFilterArgs = (t: ArgBuilder) => ({
  outcome: t({ type: [OutcomeFilterEnum], description: 'Only these outcomes; none is all.' }),
  target: targetArg(t),
  tag: t.string({
    description: 'Only those with this tag.',
    validate: text({ min: 1, max: 64, trim: true }),
  }),
  includeStale: t.boolean({ description: 'Also those that are stale; default true.' }),
  ...recordFilterArgs(t),
});
