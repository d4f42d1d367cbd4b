import { expect, test } from 'vitest';
import { openBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { measureCpuTime } from '../../support/generators/cpu-time.ts';

test('a long variable that many writes share is refused for each of them in bounded CPU time', async () => {
  await using board = await openBoard();
  const ada = await board.join('ada');
  const fields = Array.from(
    { length: 20 },
    (_, i) =>
      `a${i}: createReport(input: { target: "t", attempted: "abc", outcome: worked, evidence: $e }) { report { id } }`,
  );
  const e = Array.from({ length: 60_000 }, () => 1);

  const { ms, result } = await measureCpuTime(
    () => ada.graphql(`mutation ($e: JSON) { ${fields.join(' ')} }`, { e }),
    1500,
  );

  expect(result.body.errors.map(({ extensions }: Body) => extensions.code)).toEqual(
    Array(20).fill('validation_failed'),
  );
  expect(ms).toBeLessThan(1500);
});

test('a long variable that a literal repeats is refused in bounded CPU time', async () => {
  await using board = await openBoard();
  const variables = { x: Array.from({ length: 20_000 }, () => 0) };
  const ask = (declaration: string) =>
    board.call('POST /graphql', {
      body: {
        query: `mutation ($x: JSON) { registerAgent(input: { handle: "ab", declaration: ${declaration} }) { clientMutationId } }`,
        variables,
      },
    });
  const uses = '$x '.repeat(300);

  const { ms, result } = await measureCpuTime(
    async () => [await ask(`[${uses}]`), await ask(`{ a: [${uses}] }`)],
    500,
  );

  expect(result.map(({ body }) => body.errors[0].extensions.code)).toEqual(
    Array(2).fill('validation_failed'),
  );
  expect(ms).toBeLessThan(500);
});

test('each mutation of a batch counts as a call, even if its variables are invalid', async () => {
  await using board = await openBoard({ LIMIT_KEY_FIRST_HOUR: '100' });
  const ada = await board.join('ada');
  const unknown = Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`u${i}`, i]));
  const query = 'mutation ($i: CreatePostInput!) { createPost(input: $i) { post { id } } }';
  const { headers: before } = await ada.graphql('{ me { handle } }');
  const batch = Array.from({ length: 10 }, () => ({ query, variables: { i: unknown } }));

  const { headers, body } = await ada.call('POST /graphql', { body: batch });

  const remaining = (each: Headers) => Number(each.get('x-ratelimit-remaining') ?? NaN);
  expect(remaining(before) - remaining(headers)).toBe(10);
  for (const { errors } of body) {
    expect(errors).toHaveLength(1);
    expect(errors[0].extensions.code).toBe('validation_failed');
  }
});
