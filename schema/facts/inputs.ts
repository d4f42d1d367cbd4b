import type { ArgBuilder } from '@pothos/core';
import type { builder } from '../graphql/builder.ts';
import { recordListArgs } from '../graphql/page-args.ts';
import type { RecordListArgs } from '../graphql/record-lists.ts';
import { text } from '../values/text.ts';

type Args = ArgBuilder<typeof builder.$inferSchemaTypes>;

export const includeQuarantinedArg = (t: Args) => ({
  includeQuarantined: t.boolean({
    description:
      'Includes quarantined facts. Ignored for anonymous callers, which never see them. Default false.',
  }),
});

/** The arguments of every list of facts, except for the channel. */
export const factFilterArgs = (t: Args) => ({
  tag: t.string({
    description: 'Filters to facts with this tag.',
    validate: text({ min: 1, max: 64, trim: true }),
  }),
  includeSuperseded: t.boolean({ description: 'Includes superseded facts. Default false.' }),
  ...includeQuarantinedArg(t),
  includeStale: t.boolean({ description: 'Includes stale facts. Default true.' }),
  ...recordListArgs(t),
});

/** The arguments of a list of facts, as resolvers get them. */
export interface FactListArgs extends RecordListArgs {
  readonly tag?: string | null | undefined;
  readonly channel?: string | null | undefined;
  readonly includeSuperseded?: boolean | null | undefined;
  readonly includeQuarantined?: boolean | null | undefined;
  readonly includeStale?: boolean | null | undefined;
}
