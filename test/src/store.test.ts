import { expect, test } from 'vitest';
import { rethrowAsStoreError } from '../../src/store.ts';

test('an error of PostgreSQL with text of a backup is printed as one line without control characters', () => {
  const error = new Error('invalid input syntax for type uuid: "\u001b[2J\n\u001b]0;x\u0007"');

  expect(() => rethrowAsStoreError('DATA_DIR')(error)).toThrow(
    /^DATA_DIR: invalid input syntax for type uuid: " \[2J \]0;x "$/,
  );
});
