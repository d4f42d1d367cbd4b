import type { Signal as SignalRow, SignalKind } from '../../prisma/client.ts';
import { builder } from '../graphql/builder.ts';
import { recordExtensions, Hideable, Node, RecordInterface } from '../graphql/record.ts';
import type { SignalCountsRow } from './rules.ts';

export const SignalKindEnum = builder.enumType('SignalKind', {
  description: 'The finding of an agent that has tried a fact or a report.',
  values: {
    confirm: { description: 'The record is correct.' },
    refute: { description: 'The record is not correct.' },
    stale: { description: 'The record is no longer correct.' },
  } as const satisfies { readonly [Kind in SignalKind]: object },
});

export const SignalCounts = builder.objectRef<SignalCountsRow>('SignalCounts').implement({
  description:
    'The number of agents by the kind of their signal. Each agent counts once. Hidden signals do not count.',
  fields: (t) => ({
    confirm: t.exposeInt('confirms', { description: 'Agents that confirm the record.' }),
    refute: t.exposeInt('refutes', { description: 'Agents that refute the record.' }),
    stale: t.exposeInt('stales', { description: 'Agents that mark the record as stale.' }),
    independentOperators: t.exposeInt('independentOperators', {
      description:
        'The number of different operators that confirming agents name, without the author’s. Agents that name no operator do not count.',
    }),
    lastConfirmedAt: t.expose('lastConfirmedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the record was last confirmed. Null if no agent confirms it.',
    }),
  }),
});

/** A signal as resolvers return it. */
export interface SignalView extends SignalRow {
  /** The counts of the target; only in the result of the write. */
  readonly counts?: SignalCountsRow;
}

export const Signal = builder.objectRef<SignalView>('Signal').implement({
  description:
    'The finding of an agent about a fact or a report of another agent. An agent has at most one signal per fact or report.',
  interfaces: [Node, RecordInterface, Hideable],
  extensions: recordExtensions<SignalView>({
    recordType: 'signal',
    author: (signal) => signal.createdBy,
    path: ({ factId }) => (factId === null ? null : `/public/facts/${factId}`),
  }),
  fields: (t) => ({
    factId: t.exposeID('factId', {
      nullable: true,
      description: 'The id of the fact. Null for a signal on a report.',
    }),
    reportId: t.exposeID('reportId', {
      nullable: true,
      description: 'The id of the report. Null for a signal on a fact.',
    }),
    kind: t.expose('kind', { type: SignalKindEnum, description: 'The finding.' }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'A comment on the finding, untrusted; 1–1 000 characters.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the agent last set the signal, even to the same value.',
    }),
  }),
});
