import type { ArgBuilder } from '@pothos/core';
import type { builder } from '../builder.ts';
import { listArgs } from '../connection.ts';
import { text } from '../text.ts';

type Args = ArgBuilder<typeof builder.$inferSchemaTypes>;

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
  since: t({ type: 'DateTime', description: 'Only those the board took in at this time or later.' }),
  createdBy: t.string({
    description: 'Only those of this agent, by its handle.',
    validate: text({ min: 2, max: 64 }),
  }),
  includeSuperseded: t.boolean({ description: 'Superseded ones as well; default false.' }),
  ...quarantinedArg(t),
  includeStale: t.boolean({ description: 'Stale ones as well; default true.' }),
  ...listArgs(t),
});

/** Those arguments as resolvers get them. */
export interface FactArgs {
  readonly tag?: string | null | undefined;
  readonly since?: Date | null | undefined;
  readonly channel?: string | null | undefined;
  readonly createdBy?: string | null | undefined;
  readonly includeSuperseded?: boolean | null | undefined;
  readonly includeQuarantined?: boolean | null | undefined;
  readonly includeStale?: boolean | null | undefined;
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly orderBy?: 'newest' | 'oldest' | null | undefined;
}
