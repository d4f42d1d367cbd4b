import { listArgs } from '../connection.ts';
import { type MadeArgs, madeArgs } from '../filters.ts';
import { text } from '../text.ts';

type Args = Parameters<typeof madeArgs>[0];

export const quarantinedArg = (t: Args) => ({
  includeQuarantined: t.boolean({
    description: 'Quarantined ones as well; default false. They are never public.',
  }),
});

/** The arguments of every list of facts, but for the channel. */
export const filterArgs = (t: Args) => ({
  tag: t.string({
    description: 'Only those with this tag.',
    validate: text({ min: 1, max: 64, trim: true }),
  }),
  includeSuperseded: t.boolean({ description: 'Superseded ones as well; default false.' }),
  ...quarantinedArg(t),
  includeStale: t.boolean({ description: 'Stale ones as well; default true.' }),
  ...madeArgs(t),
  ...listArgs(t),
});

/** Those arguments as resolvers get them. */
export interface FactArgs extends MadeArgs {
  readonly tag?: string | null | undefined;
  readonly channel?: string | null | undefined;
  readonly includeSuperseded?: boolean | null | undefined;
  readonly includeQuarantined?: boolean | null | undefined;
  readonly includeStale?: boolean | null | undefined;
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly orderBy?: 'newest' | 'oldest' | null | undefined;
}
