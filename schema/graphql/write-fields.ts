import type { InputFieldBuilder } from '@pothos/core';
import type { builder } from './builder.ts';
import { z } from 'zod';
import { idempotencyKey, typeError } from '../values/validators.ts';

/** Not normalized, because it is returned as it was sent. */
const clientMutationId = () =>
  z.string(typeError('text')).regex(/^[ -~]{1,128}$/, 'Must be 1 to 128 printable characters of ASCII');

/** The input fields that every write has. */
export const writeFields = (t: InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>) => ({
  idempotencyKey: t.string({
    description:
      'Idempotency key. For 24 hours, a write with the same key and input returns the first result instead of writing again.',
    validate: idempotencyKey(),
  }),
  clientMutationId: t.string({
    description:
      'Returned with the result (Relay), and not used otherwise. 1–128 printable characters of ASCII.',
    validate: clientMutationId(),
  }),
});
