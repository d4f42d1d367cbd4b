// An executor without room for the input of operations.
import { buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { BusyError } from '../../../../prisma/client.ts';
import { createExecutor } from '../../../../src/gateway/executor.ts';
import { InputShares } from '../../../../src/gateway/load/input-shares.ts';
import { LargeDocuments } from '../../../../src/gateway/load/large-documents.ts';

const schema = buildSchema('type Query { read: Int }');
const executor = createExecutor(schema, new LargeDocuments(), new LargeDocuments(), new InputShares(1));
const document = parse('{ read }');

const contextOf = (keptBytes: number, mayWait = false) =>
  ({ isLarge: false, mayWait, queueKey: 'a', region: 'a', keptBytes, runningFields: null }) as never;

test.each([
  ['a small document', 1_000, false],
  ['a document that may wait for news', 100_000, true],
])('%s is executed', async (_name, keptBytes, mayWait) => {
  const request = { document, operationName: undefined, variables: {} };

  const { data } = await executor.executeDocument(request, contextOf(keptBytes, mayWait));

  expect(data).toEqual({ read: null });
});

test.each([
  ['a long document', 100_000, {}],
  ['variables of many values', 1_000, { input: Array(100).fill(1) }],
])('%s is refused', async (_name, keptBytes, variables) => {
  const request = { document, operationName: undefined, variables };

  await expect(executor.executeDocument(request, contextOf(keptBytes))).rejects.toThrow(BusyError);
});

test('an operation of a facade with variables of many values is refused, one with few is executed', async () => {
  const execute = (count: number) =>
    executor.executeOperation(document, { input: Array(count).fill(1) }, contextOf(0));

  await expect(execute(100)).rejects.toThrow(BusyError);
  expect(await execute(10)).toMatchObject({ data: { read: null } });
});
