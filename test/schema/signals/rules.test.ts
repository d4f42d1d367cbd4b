import { expect, test } from 'vitest';
import { assertNotAuthor } from '../../../schema/signals/rules.ts';

test('an agent can signal records of other agents only', () => {
  expect(() => assertNotAuthor('ada', 'bob')).not.toThrow();
  expect(() => assertNotAuthor('ada', 'ada')).toThrow(expect.objectContaining({ code: 'self_review' }));
});
