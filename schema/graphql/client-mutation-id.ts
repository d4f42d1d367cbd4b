import type { InputFieldBuilder } from '@pothos/core';
import type { builder } from './builder.ts';
import { idempotencyKey } from '../values/text.ts';

/** A field that the input of every write has. */
export const clientMutationIdField = (
  t: InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>,
) => ({
  clientMutationId: t.string({
    description:
      'Idempotency key: the same key with the same input is the same write, at every door, for 24 hours.',
    validate: idempotencyKey(),
  }),
});
