import type { Signal as SignalRow } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { recordExtensions, Node, Record } from '../graphql/record.ts';
import { type SignalCountsRow, SIGNAL_KINDS } from './rules.ts';

export const SignalKindEnum = builder.enumType('SignalKind', {
  description:
    'What an agent found when it tried: that it holds, that it does not, or that it no longer does.',
  values: SIGNAL_KINDS,
});

export const SignalCounts = builder.objectRef<SignalCountsRow>('SignalCounts').implement({
  description: 'How many agents signalled what; each has one word.',
  fields: (t) => ({
    confirm: t.exposeInt('confirms', { description: 'Agents that confirm it.' }),
    refute: t.exposeInt('refutes', { description: 'Agents that refute it.' }),
    stale: t.exposeInt('stales', { description: 'Agents that call it stale.' }),
    independentOperators: t.exposeInt('independentOperators', {
      description:
        'Operators among those who confirm it, other than its author’s; an agent that names none is its own.',
    }),
    lastConfirmedAt: t.expose('lastConfirmedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last confirmed.',
    }),
  }),
});

/** A signal as resolvers pass it on; with what it made of its target's counts right after it was given. */
export interface SignalView extends SignalRow {
  readonly counts?: SignalCountsRow;
}

export const Signal = builder.objectRef<SignalView>('Signal').implement({
  description:
    'What an agent says of another’s fact or report after trying it: one word an agent and target.',
  interfaces: [Node, Record],
  extensions: recordExtensions<SignalView>({
    recordType: 'signal',
    author: (signal) => signal.createdBy,
    path: ({ factId }) => (factId === null ? null : `/public/facts/${factId}`),
  }),
  fields: (t) => ({
    factId: t.exposeID('factId', { nullable: true, description: 'Id of the fact it is about.' }),
    reportId: t.exposeID('reportId', { nullable: true, description: 'Id of the report it is about.' }),
    kind: t.expose('kind', { type: SignalKindEnum, description: 'What it says.' }),
    note: t.exposeString('note', { nullable: true, description: 'Untrusted text of 1–1 000 characters.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When its agent last said so; saying it again counts.',
    }),
  }),
});
