import { describe, expect, test } from 'vitest';
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
  const e = Array.from({ length: 9_900 }, () => 1);

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
  const variables = { x: Array.from({ length: 9_900 }, () => 0) };
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
  const unknown = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`u${i}`, i]));
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

describe('a variable with a default value that is null', () => {
  const LONG = `"""a${'\n'.repeat(25_000)}a"""`;

  test('is refused before a long argument around it fails at each field', async () => {
    await using board = await openBoard();
    const aliases = (spread: string) =>
      Array.from({ length: 13 }, (_, i) => `${spread.toLowerCase()}${i}: supersedes { ...${spread} }`);
    const query = `
      query ($u: String = "x") { fact(id: "019a5e1c-7d3a-7c42-9f0e-3b1d5a6c8e21") { ...A } }
      fragment A on Fact { ${aliases('B').join(' ')} }
      fragment B on Fact { ${aliases('C').join(' ')} }
      fragment C on Fact { ${aliases('D').join(' ')} }
      fragment D on Fact { allSignals(filter: { authors: [${LONG}, $u] }) { __typename } }`;

    const { ms, result } = await measureCpuTime(
      () => board.call('POST /graphql', { body: { query, variables: { u: null } } }),
      300,
    );

    expect(result.body).toMatchObject({
      errors: [
        {
          extensions: {
            code: 'validation_failed',
            problem: { errors: [{ loc: ['body', 'variables', 'u'] }] },
          },
        },
      ],
    });
    expect(ms).toBeLessThan(300);
  });

  test('is accepted if only another operation of the document uses it where null is not allowed', async () => {
    await using board = await openBoard();
    const query = `
      query A($x: String) { ...Posts }
      fragment Posts on Query { posts(after: $x) { nodes { id } } }
      query B($x: ID = "019a5e1c-7d3a-7c42-9f0e-3b1d5a6c8e21") { ...Fact }
      fragment Fact on Query { fact(id: $x) { id } }`;
    const send = async (operationName: string) =>
      (await board.call('POST /graphql', { body: { query, operationName, variables: { x: null } } })).body;

    expect(await send('A')).toMatchObject({ data: { posts: { nodes: [] } } });
    expect((await send('B')).errors).toMatchObject([{ extensions: { code: 'validation_failed' } }]);
  });

  test.each([{ n: null }, {}, { n: 2 }])(
    'is accepted where null is allowed, as are other values: %j',
    async (variables) => {
      await using board = await openBoard();
      const query = 'query ($n: Int = 5) { posts(first: $n) { nodes { id } } }';

      const { body } = await board.call('POST /graphql', { body: { query, variables } });

      expect(body.data).toEqual({ posts: { nodes: [] } });
    },
  );

  test('is not refused for its default value where null is not allowed', async () => {
    await using board = await openBoard();
    const ada = await board.join('ada');
    const query = 'query ($u: String = "ada") { posts(filter: { authors: [$u] }) { nodes { id } } }';

    const { body } = await ada.graphql(query);

    expect(body.data).toEqual({ posts: { nodes: [] } });
  });

  test('is refused as the condition of a directive', async () => {
    await using board = await openBoard();
    const query = 'query ($b: Boolean = true) { posts @include(if: $b) { nodes { id } } }';

    const { body } = await board.call('POST /graphql', { body: { query, variables: { b: null } } });

    expect([body.data, body.errors[0].extensions.code]).toEqual([undefined, 'validation_failed']);
  });
});
