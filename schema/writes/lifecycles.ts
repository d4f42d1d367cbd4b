import { builder } from '../graphql/builder.ts';
import { type RecordType, RecordTypeEnum } from '../graphql/object-types.ts';
import { LIFECYCLE as inquiryLifecycle } from '../inquiries/rules.ts';
import type { Transition as TransitionRow } from './state-transitions.ts';
import { type WorkTransition as WorkRow, WORK_TRANSITIONS as workTable } from '../work/lifecycle.ts';
import { Transition } from '../graphql/transition.ts';

interface LifecycleRow {
  readonly subject: RecordType;
  readonly transitions: readonly TransitionRow[];
}

/** Converts a row of the work table to transitions: one for each state in `from`, so none for the creation. */
const toTransitions = ({
  from,
  operation,
  by,
  remark,
  steps,
  errorCodes,
}: WorkRow): readonly TransitionRow[] =>
  from.map((state) => ({
    from: state,
    operation,
    who: by,
    to: steps.at(-1)?.to ?? state,
    refusal: null,
    unchanged: false,
    effect: [
      remark,
      `writes ${steps.map(({ event }) => event).join(', ')}`,
      errorCodes.length > 0 ? `may throw ${errorCodes.join(', ')}` : null,
    ]
      .filter((part) => part !== null)
      .join('; '),
  }));

/** The transition tables that the rules apply: those of inquiries and of work packets. */
export const lifecycles: readonly LifecycleRow[] = [
  { subject: 'inquiry', transitions: inquiryLifecycle },
  { subject: 'work', transitions: (workTable as readonly WorkRow[]).flatMap(toTransitions) },
];

const Lifecycle = builder.objectRef<LifecycleRow>('Lifecycle').implement({
  description: 'The states of a kind of record and the transitions between them.',
  fields: (t) => ({
    subject: t.expose('subject', {
      type: RecordTypeEnum,
      description: 'The kind of record, as in its field `type`.',
    }),
    transitions: t.field({
      type: [Transition],
      description: 'The transitions. For a state and operation, the first that matches applies.',
      resolve: ({ transitions }) => transitions,
    }),
  }),
});

builder.queryField('lifecycles', (t) =>
  t.field({
    type: [Lifecycle],
    description: 'The states of inquiries and work packets, and the operations in each.',
    resolve: () => lifecycles,
  }),
);
