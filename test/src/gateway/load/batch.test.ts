// Results of the mutations of a batch: they stay in memory until the response of the batch is built.
import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { BusyError } from '../../../../prisma/client.ts';
import type { ExecutedDocument } from '../../../../src/gateway/document-result.ts';
import { Batch } from '../../../../src/gateway/load/batch.ts';
import { FairShares } from '../../../../src/gateway/load/fair-shares.ts';

/** Creates a batch with shares of 1 000 000 characters, of which a region can use half. */
function createBatch() {
  const resultShares = new FairShares(1_000_000);
  const listeners: (() => void)[] = [];
  const connection = { onServed: (listener: () => void) => void listeners.push(listener) };
  const context = { region: '192.0.2.0/24', connection, settings: { maxResponseBytes: 450_000 } } as never;
  const batch = new Batch({ context, resultShares, resume: () => undefined });
  /** Runs a document whose result can have these points. */
  function run(sizePoints: number, { type = 'mutation', isInBatch = true } = {}) {
    const end = Promise.withResolvers<string>();
    const request = {
      document: parse(`${type} { __typename }`),
      operationName: null,
      variables: {},
      isInBatch,
    };
    const execute = () => end.promise.then((data) => ({ data }) as ExecutedDocument);
    return { end, result: batch.countResult(request, { sizePoints } as never, execute) };
  }
  return { resultShares, run, serve: () => listeners.forEach((listener) => listener()) };
}

test('the result of a mutation in a batch counts with its maximum length while the mutation runs, and with its length until the response is built', async () => {
  const { resultShares, run, serve } = createBatch();
  const { end, result } = run(50.1);
  expect(resultShares.total).toBe(250_500);

  end.resolve('x'.repeat(1000));
  await result;
  expect(resultShares.total).toBe(1000);

  serve();
  expect(resultShares.total).toBe(0);
});

test('results of mutations in a batch count together with at most the longest response, also after a mutation has failed', async () => {
  const { resultShares, run } = createBatch();

  const [{ end, result }] = [run(80), run(80), run(10)];
  expect(resultShares.total).toBe(450_000);

  end.reject(new Error('gone'));
  await expect(result).rejects.toThrow('gone');
  expect(resultShares.total).toBe(450_000);
});

test('a mutation in a batch is refused without room, before it runs', async () => {
  const { resultShares, run } = createBatch();
  resultShares.add('198.51.100.0/24', 600_000);

  await expect(run(100).result).rejects.toThrow(BusyError);
  expect(resultShares.total).toBe(600_000);
});

test('a mutation that fails leaves nothing counted', async () => {
  const { resultShares, run } = createBatch();
  const { end, result } = run(100);

  end.reject(new Error('gone'));

  await expect(result).rejects.toThrow('gone');
  expect(resultShares.total).toBe(0);
});

test('results of mutations outside of a batch, and of queries, do not count while they run', () => {
  const { resultShares, run } = createBatch();

  run(5000, { isInBatch: false });
  run(5000, { type: 'query' });

  expect(resultShares.total).toBe(0);
});
