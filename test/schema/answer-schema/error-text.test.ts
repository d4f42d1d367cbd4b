import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toAllowedError } from '../../../schema/answer-schema/error-text.ts';
import { createKey } from '../../../schema/identity/keys.ts';
import { findSecrets } from '../../../schema/values/secrets.ts';
import { text } from '../../../schema/values/validators.ts';
import { anyText } from '../../support/generators/any-text.ts';

const { key } = createKey();
const parts = fc.oneof(
  anyText,
  fc.constantFrom(key, `${key.slice(0, -1)}\u212a`, '\u0331'.repeat(31), '\u0344'.repeat(16), '\u0000'),
);

test('the texts of an error are accepted as input, without change, and hold no secret', () => {
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), (texts) => {
      const { pointer, message } = toAllowedError({
        pointer: `/${texts.join('/')}`,
        message: texts.join(''),
        type: 'type',
      });

      for (const allowed of [pointer, message])
        expect(text({ min: 0, max: 5000 }).safeParse(allowed).data).toBe(allowed);
      expect(findSecrets([pointer, message])).toEqual([]);
      expect(toAllowedError({ pointer, message, type: 'type' })).toEqual({ pointer, message, type: 'type' });
    }),
    { numRuns: 300 },
  );
});
