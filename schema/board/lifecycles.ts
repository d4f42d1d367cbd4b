import { builder } from '../builder.ts';
import { LIFECYCLE as inquiryLifecycle } from '../inquiries/rules.ts';
import type { Transition as TransitionRow } from '../lifecycle.ts';
import { Transition } from '../transition.ts';

interface LifecycleRow {
  readonly subject: string;
  readonly transitions: readonly TransitionRow[];
}

/** The tables the rules act by, one for each kind of record that has states. */
export const lifecycles: readonly LifecycleRow[] = [{ subject: 'inquiry', transitions: inquiryLifecycle }];

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
