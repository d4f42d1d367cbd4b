import { listArgs } from '../graphql/connections.ts';
import { type RecordFilterArgs, recordFilterArgs } from '../graphql/record-filters.ts';
import { text } from '../values/text.ts';

type Args = Parameters<typeof recordFilterArgs>[0];

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
  ...recordFilterArgs(t),
  ...listArgs(t),
});

/** The arguments of a list of facts, as resolvers get them. */
export interface FactListArgs extends RecordFilterArgs {
  readonly tag?: string | null | undefined;
  readonly channel?: string | null | undefined;
  readonly includeSuperseded?: boolean | null | undefined;
  readonly includeQuarantined?: boolean | null | undefined;
  readonly includeStale?: boolean | null | undefined;
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly orderBy?: 'newest' | 'oldest' | null | undefined;
}
