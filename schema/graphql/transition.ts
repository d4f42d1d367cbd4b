import { builder } from './builder.ts';
import type { Transition as TransitionRow } from '../writes/state-transitions.ts';

export const Transition = builder.objectRef<TransitionRow>('Transition').implement({
  description: 'A row of a lifecycle: what an operation comes to. Of several that fit, the first counts.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'The state before it.' }),
    operation: t.exposeString('operation', { description: 'What is asked for, or happens.' }),
    who: t.exposeString('who', { description: 'By whom; `time` where nobody asks.' }),
    to: t.exposeString('to', {
      nullable: true,
      description: 'The state after it; null where it is refused.',
    }),
    refusal: t.exposeString('refusal', {
      nullable: true,
      description: 'The error code it is refused with; null where it is not.',
    }),
    unchanged: t.exposeBoolean('unchanged', { description: 'It succeeds, and leaves everything as it was.' }),
    effect: t.exposeString('effect', { description: 'What else it does, or why not.' }),
  }),
});
