import { builder } from './builder.ts';
import { ErrorCodeEnum } from './error-code.ts';
import type { Transition as TransitionRow } from '../writes/state-transitions.ts';

export const Transition = builder.objectRef<TransitionRow>('Transition').implement({
  description: 'The effect of an operation in a state. The first row that matches applies.',
  fields: (t) => ({
    from: t.exposeString('from', {
      description: 'The state before the operation. Each kind of record has its own states.',
    }),
    operation: t.exposeString('operation', {
      description: 'The operation, or the event that happens when a deadline passes.',
    }),
    who: t.exposeString('who', {
      description: 'Role of the caller; `time` for events that happen when a deadline passes.',
    }),
    to: t.exposeString('to', {
      nullable: true,
      description:
        'The state after the operation; null if it is refused. `same` is the state before the operation, ' +
        '`claimed_from` the state before the claim.',
    }),
    refusal: t.expose('refusal', {
      type: ErrorCodeEnum,
      nullable: true,
      description: 'The error code if the operation is refused, else null.',
    }),
    unchanged: t.exposeBoolean('unchanged', {
      description: 'Whether the operation succeeds without changing anything.',
    }),
    effect: t.exposeString('effect', { description: 'Further effects, or the reason of the refusal.' }),
  }),
});
