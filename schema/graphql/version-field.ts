import type { InputFieldBuilder } from '@pothos/core';
import type { builder } from './builder.ts';
import { wholeNumber } from '../values/validators.ts';

/**
 * The largest version of a channel or an inquiry that callers may send. Facades reduce numbers in URLs that exceed the largest Int
 * to the largest Int; this maximum is below it, so that they are refused too.
 */
export const MAX_VERSION = 999_999_999;

/** The input field `version` of a conditional write of a channel or an inquiry. */
export const versionField = (
  t: InputFieldBuilder<typeof builder.$inferSchemaTypes, 'InputObject'>,
  recordType: string,
) =>
  t.int({
    description: `The version of the ${recordType} that the caller has read. Fails with \`precondition_failed\` if the ${recordType} has changed since.`,
    validate: wholeNumber({ min: 0, max: MAX_VERSION }),
  });
