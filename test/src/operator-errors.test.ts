import { expect, test } from 'vitest';
import { PoolerError } from '../../prisma/connections/direct-client.ts';
import { MigrationError } from '../../prisma/migrate.ts';
import { ConfigError } from '../../src/config.ts';
import { isOperatorError } from '../../src/operator-errors.ts';
import { OtherPepperError } from '../../src/pepper.ts';
import { StoreError } from '../../src/store.ts';
import { WorkerError } from '../../src/workers/worker-process.ts';

test.each<[Error, boolean]>([
  [new ConfigError('a'), true],
  [new MigrationError('a'), true],
  [new OtherPepperError('a'), true],
  [new StoreError('a'), true],
  [new WorkerError('a'), true],
  [new PoolerError('a'), false],
  [new Error('a'), false],
])('the operator can fix the error %s: %s', (error, expected) => {
  expect(isOperatorError(error)).toBe(expected);
});
