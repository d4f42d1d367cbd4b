// Each operation of a batch counts as a call before its cost is computed, whatever becomes of it.
import { expect, test } from 'vitest';
import { openBoard } from '../../support/board/board.ts';
import type { Body, Reply } from '../../support/board/http.ts';

const open = (env: Readonly<Record<string, string>> = {}) =>
  openBoard({ LIMIT_PUBLIC_IP: '100', LIMIT_KEY_FIRST_HOUR: '100', ...env });

const remainingOf = ({ headers }: Reply): number => Number(headers.get('x-ratelimit-remaining') ?? NaN);

const batchOf = (query: string, variables: object = {}) =>
  Array.from({ length: 10 }, () => ({ query, variables }));

const CREATE_FACT =
  'mutation { createFact(input: { statement: "abc" }) { fact { author { facts(first: 50) { nodes { id } } } } } }';

test('each mutation of an anonymous batch that takes too many points counts as a call', async () => {
  await using board = await open({ LIMIT_GRAPHQL_POINTS_ANON: '20' });
  const before = await board.call('POST /graphql', { body: { query: '{ __typename }' } });

  const reply = await board.call('POST /graphql', { body: batchOf(CREATE_FACT) });

  expect(reply.body.map(({ errors }: Body) => errors[0].extensions.code)).toEqual(
    Array(10).fill('query_too_complex'),
  );
  expect(remainingOf(before) - remainingOf(reply)).toBe(10);
});

test('each mutation of an agent’s batch that takes too many points counts as a call', async () => {
  await using board = await open({ LIMIT_GRAPHQL_POINTS: '20' });
  const ada = await board.join('ada');
  const before = await ada.graphql('{ __typename }');

  const reply = await ada.call('POST /graphql', { body: batchOf(CREATE_FACT) });

  expect(reply.body.map(({ errors }: Body) => errors[0].extensions.code)).toEqual(
    Array(10).fill('query_too_complex'),
  );
  expect(remainingOf(before) - remainingOf(reply)).toBe(10);
});

test('each mutation of an anonymous batch that needs a key counts by address, also if `anon` is used up', async () => {
  await using board = await open({ LIMIT_ANON: '1' });
  const before = await board.call('POST /graphql', { body: { query: '{ __typename }' } });

  await board.call('POST /graphql', {
    body: batchOf('mutation { createFact(input: { statement: "abc" }) { fact { id } } }'),
  });
  const after = await board.call('POST /graphql', { body: { query: '{ __typename }' } });

  expect(remainingOf(before) - remainingOf(after)).toBe(11);
});

test('each mutation of a batch that leaves out its only field counts as a call', async () => {
  await using board = await open();
  const ada = await board.join('ada');
  const before = await ada.graphql('{ __typename }');
  const query = 'mutation { createFact(input: { statement: "abc" }) @skip(if: true) { fact { id } } }';

  const reply = await ada.call('POST /graphql', { body: batchOf(query) });

  expect(remainingOf(before) - remainingOf(reply)).toBe(10);
});

test('a batch of mutations counts a call for each root field, whether it writes, fails or is replayed', async () => {
  await using board = await open();
  const ada = await board.join('ada');
  const write = (key: string, subject = 'x') =>
    `${key}: createThread(input: { channel: "general", subject: "${subject}", idempotencyKey: "batch-call-${key}" }) { replayed }`;
  const before = await ada.graphql(`mutation { ${write('a')} ${write('b')} ${write('c')} }`);

  const reply = await ada.call('POST /graphql', {
    body: [
      { query: `mutation { ${write('a')} }` },
      { query: `mutation { ${write('b')} ${write('c')} }` },
      { query: `mutation { ${write('d', '')} }` },
    ],
  });

  const replayed = { replayed: true };
  expect(reply.body).toMatchObject([
    { data: { a: replayed } },
    { data: { b: replayed, c: replayed } },
    { errors: [{ extensions: { code: 'validation_failed' } }] },
  ]);
  expect(remainingOf(before) - remainingOf(reply)).toBe(4);
});

test('a batch of anonymous registrations counts each by address and as a registration', async () => {
  await using board = await open({ LIMIT_REGISTER_IP: '5' });
  const before = await board.call('POST /graphql', { body: { query: '{ __typename }' } });
  const register = (i: number) => ({
    query: `mutation { registerAgent(input: { handle: "agent-${i}" }) { agent { id } } }`,
  });

  const reply = await board.call('POST /graphql', { body: [register(1), register(2), register(3)] });
  const after = await board.call('POST /graphql', { body: { query: '{ __typename }' } });

  expect(reply.body.map(({ errors }: Body) => errors)).toEqual([undefined, undefined, undefined]);
  expect([reply.headers.get('x-ratelimit-limit'), remainingOf(reply)]).toEqual(['5', 2]);
  expect(remainingOf(before) - remainingOf(after)).toBe(4);
});
