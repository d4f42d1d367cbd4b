// Results of the mutations of a batch: they stay in memory until the response of the batch is built.
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { BusyError } from '../../../../prisma/client.ts';
import { Batch } from '../../../../src/gateway/load/batch.ts';
import { FairShares } from '../../../../src/gateway/load/fair-shares.ts';

/** Creates a batch with shares of 1 000 000 characters, of which a region can use half. */
function createBatch() {
  const resultShares = new FairShares(1_000_000);
  const listeners: (() => void)[] = [];
  const connection = { onServed: (listener: () => void) => void listeners.push(listener) };
  const settings = { maxResponseBytes: 400_000 };
  const context = { region: '192.0.2.0/24', connection, settings } as never;
  const batch = new Batch({ context, resultShares, resume: () => undefined });
  const reserve = (type: string, sizePoints: number, isInBatch = true) =>
    batch.reserveResult(
      { document: parse(`${type} { __typename }`), operationName: null, variables: {}, isInBatch },
      { sizePoints } as never,
    );
  return { resultShares, reserve, serve: () => listeners.forEach((listener) => listener()) };
}

test('count with their longest length until the response is built, and are refused without room', () => {
  const { resultShares, reserve, serve } = createBatch();

  reserve('mutation', 100);
  expect(resultShares.total).toBe(250_000);
  expect(() => reserve('mutation', 101)).toThrow(BusyError);
  reserve('mutation', 100);
  expect(resultShares.total).toBe(500_000);

  serve();
  expect(resultShares.total).toBe(0);
});

test('count with no more than the longest response', () => {
  const { resultShares, reserve } = createBatch();

  reserve('mutation', 5000);

  expect(resultShares.total).toBe(400_000);
});

test('do not count outside of a batch, and those of queries only when they are complete', () => {
  const { resultShares, reserve } = createBatch();

  reserve('mutation', 5000, false);
  reserve('query', 5000);

  expect(resultShares.total).toBe(0);
});
