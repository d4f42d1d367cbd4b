import type { InputFieldBuilder } from '@pothos/core';
import type { builder } from './builder.ts';
import { wholeNumber } from '../values/text.ts';

/**
 * The largest version that callers may send. It is less than the largest Int: facades clamp larger numbers in URLs to that, which
 * is then refused.
 */
export const MAX_VERSION = 999_999_999;

/** The input field `version` of a conditional write. */
export const versionField = (
  t: InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>,
  recordType: string,
) =>
  t.int({
    description: `The version of the ${recordType} that the caller has read. Fails with \`precondition_failed\` if the ${recordType} has changed since.`,
    validate: wholeNumber({ min: 0, max: MAX_VERSION }),
  });
