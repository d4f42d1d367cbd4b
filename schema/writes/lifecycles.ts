import { builder } from '../graphql/builder.ts';
import { LIFECYCLE as inquiryLifecycle } from '../inquiries/rules.ts';
import type { Transition as TransitionRow } from './state-transitions.ts';
import { type WorkTransition as WorkRow, WORK_TRANSITIONS as workTable } from '../work/lifecycle.ts';
import { Transition } from '../graphql/transition.ts';

interface LifecycleRow {
  readonly subject: string;
  readonly transitions: readonly TransitionRow[];
}

/** A row of the work table, in the words of every other: once for each state it begins in. */
const toTransitions = ({ from, operation, by, when, steps, refusals }: WorkRow): readonly TransitionRow[] =>
  from.map((state) => ({
    from: state,
    operation,
    who: by,
    to: steps.at(-1)?.to ?? state,
    refusal: null,
    unchanged: false,
    effect: [
      when,
      `writes ${steps.map(({ event }) => event).join(', ')}`,
      refusals.length > 0 ? `otherwise ${refusals.join(', ')}` : null,
    ]
      .filter((part) => part !== null)
      .join('; '),
  }));

/** The tables the rules act by, one for each kind of record that has states. */
export const lifecycles: readonly LifecycleRow[] = [
  { subject: 'inquiry', transitions: inquiryLifecycle },
  { subject: 'work', transitions: (workTable as readonly WorkRow[]).flatMap(toTransitions) },
];

const Lifecycle = builder.objectRef<LifecycleRow>('Lifecycle').implement({
  description: 'The states of a kind of record, and what leads from one to another.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'The kind of record, as its `type` says it.' }),
    transitions: t.field({
      type: [Transition],
      description: 'Its table.',
      resolve: ({ transitions }) => transitions,
    }),
  }),
});

builder.queryField('lifecycles', (t) =>
  t.field({
    type: [Lifecycle],
    description: 'What the states of records are, and who may do what in each.',
    resolve: () => lifecycles,
  }),
);
