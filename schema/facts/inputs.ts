import { listArgs } from '../graphql/connections.ts';
import { type RecordFilterArgs, recordFilterArgs } from '../graphql/record-filters.ts';
import { text } from '../values/text.ts';

type Args = Parameters<typeof recordFilterArgs>[0];

export const includeQuarantinedArg = (t: Args) => ({
  includeQuarantined: t.boolean({
    description: 'Quarantined ones as well; default false. They are never public.',
  }),
});

/** The arguments of every list of facts, but for the channel. */
export const factFilterArgs = (t: Args) => ({
  tag: t.string({
    description: 'Only those with this tag.',
    validate: text({ min: 1, max: 64, trim: true }),
  }),
  includeSuperseded: t.boolean({ description: 'Superseded ones as well; default false.' }),
  ...includeQuarantinedArg(t),
  includeStale: t.boolean({ description: 'Stale ones as well; default true.' }),
  ...recordFilterArgs(t),
  ...listArgs(t),
});

/** Those arguments as resolvers get them. */
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
