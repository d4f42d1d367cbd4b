import type { InputFieldBuilder } from '@pothos/core';
import type { builder } from './builder.ts';
import { idempotencyKey } from '../values/text.ts';

/** The input field `clientMutationId` of every write. */
export const clientMutationIdField = (
  t: InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>,
) => ({
  clientMutationId: t.string({
    description:
      'Idempotency key. For 24 hours, a write with the same key and input returns the first result instead of writing again.',
    validate: idempotencyKey(),
  }),
});
