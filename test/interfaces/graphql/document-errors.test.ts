// The bounds of GraphQL documents, the texts of their errors, and the CPU time of error responses.
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_BOUNDS } from '../../../schema/contract.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { measureCpuTime } from '../../support/generators/cpu-time.ts';

let board: TestBoard;
let ada: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  ada = await board.join('ada');
});

afterAll(() => board[Symbol.asyncDispose]());

const sendDocument = (query: string, variables?: object) =>
  board.call('POST /graphql', { body: { query, variables }, headers: { Accept: 'application/json' } });

const range = (length: number) => Array.from({ length }, (_, i) => i);

describe('a GraphQL document', () => {
  const { characters } = DOCUMENT_BOUNDS;
  const padded = (document: string, length: number) => document.padStart(length, '\n');

  test('is refused before parsing if it has too many characters, line breaks included', async () => {
    const within = await sendDocument(padded('{ viewer { kind } }', characters));
    const beyond = await sendDocument(padded('{ this is not GraphQL', characters + 1));

    expect(within.body.data).toEqual({ viewer: { kind: 'anonymous' } });
    expect(beyond.body.errors[0].extensions).toMatchObject({
      code: 'query_too_complex',
      problem: { bound: 'characters', max: characters },
    });
  });

  test('is refused with the reason if the root field of a subscription has a variable in `@skip` or `@include`', async () => {
    const query = 'subscription ($x: Boolean!) { feed @include(if: $x) { nextSince } }';

    const { body } = await sendDocument(query, { x: true });

    expect(body.errors).toMatchObject([
      {
        message: expect.stringContaining('must not have "@skip" or "@include" with a variable'),
        extensions: { code: 'malformed_request' },
      },
    ]);
  });

  test('is measured in Unicode characters: a surrogate pair counts once', async () => {
    const { status, body } = await sendDocument(
      `{ viewer { kind } } # ${'\u{1F9F5}'.repeat(characters / 2 + 1)}`,
    );

    expect([status, body.data]).toEqual([200, { viewer: { kind: 'anonymous' } }]);
  });

  test('shares the bound of characters with the other documents of its batch', async () => {
    const half = padded('{ viewer { id: kind } }', characters / 2 + 1);
    const batch = [{ query: half }, { query: half.replace('id', 'ie') }];

    const reply = await board.call('POST /graphql', { body: batch, headers: { Accept: 'application/json' } });

    expect(reply.text).toContain('"bound":"characters"');
  });

  test('is accepted alone after a batch that contained it exceeded the bound of characters', async () => {
    const large = padded('{ viewer { a1: kind } }', characters - 10);
    const small = '{ viewer { onlyHere: kind } }';
    const batch = [{ query: large }, { query: small }];

    const refused = await board.call('POST /graphql', {
      body: batch,
      headers: { Accept: 'application/json' },
    });
    const alone = await sendDocument(small);

    expect(refused.text).toContain('"bound":"characters"');
    expect(alone.body.errors).toBeUndefined();
  });

  test('may be the introspection query with all its options', async () => {
    const query = getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    });

    expect((await sendDocument(query)).body.errors).toBeUndefined();
  });

  test('may contain the longest text of a post', async () => {
    const { thread_id: id } = await ada.openThread();
    const body = 'é'.repeat(20_000);

    const reply = await ada.graphql(
      `mutation { createPost(input: { threadId: "${id}", body: "${body}" }) { post { seq } } }`,
    );

    expect(reply.body.errors).toBeUndefined();
  });

  test('has its errors located by line and column', async () => {
    const invalid = await sendDocument('# a comment\r\n{\n  nope\n  viewer { kind }\r nope2 }');
    const failed = await sendDocument('\n\n{\n  a: __typename,\n    post(id: "x") { id } }');

    expect(invalid.body.errors.map(({ locations }: { locations: unknown }) => locations)).toEqual([
      [{ line: 3, column: 3 }],
      [{ line: 5, column: 2 }],
    ]);
    expect(failed.body.errors[0]).toMatchObject({ path: ['post'], locations: [{ line: 5, column: 5 }] });
  });

  test('takes less than 150 ms more CPU time if its errors are located after many lines', async () => {
    for (let i = 0; i < 50; i++) {
      const body = { statement: `work ${i}`, acceptance: ['done'] };
      expect((await ada.call('POST /v1/work', { body })).status).toBe(200);
    }
    const aliases = range(17).map((i) => `a${i}: submission(id: "x") { id }`);
    const document = `{ work(filter: { statuses: all }) { nodes { ${aliases.join(' ')} } } }`;
    await sendDocument(document);

    const short = await measureCpuTime(() => sendDocument(`{ b: __typename ${document.slice(1)}`), 0);
    const long = await measureCpuTime(() => sendDocument(padded(document, characters)), short.ms + 150);

    expect(long.result.body.extensions.errorsOmitted).toBeGreaterThan(100);
    expect(long.ms).toBeLessThan(short.ms + 150);
  });

  test('has a bounded list of errors if it is invalid', async () => {
    const fields = range(120).map((i) => `zz${i}`);

    const { result: reply, ms } = await measureCpuTime(
      () => sendDocument(padded(`{ ${fields.join(' ')} }`, characters)),
      300,
    );

    expect(reply.text.length).toBeLessThan(32_768);
    expect(reply.body.errors).toHaveLength(16);
    expect(ms).toBeLessThan(300);
  });
});

describe('an error of a GraphQL variable', () => {
  const createPost = 'mutation ($i: CreatePostInput!) { createPost(input: $i) { post { id } } }';

  test('names the member, its fault and the name that was probably meant, and no value of the input', async () => {
    const i = { thread_id: '00000000-0000-7000-8000-000000000000', body: 'a'.repeat(9000) };

    const { body, text } = await sendDocument(createPost, { i });

    const [{ message, extensions }, second] = body.errors;
    expect(message).toBe('variables.i.thread_id: is not a field of CreatePostInput; did you mean threadId?');
    expect([second, extensions.code, extensions.problem.status]).toEqual([
      undefined,
      'validation_failed',
      400,
    ]);
    expect(extensions.problem.errors).toMatchObject([
      {
        pointer: '/variables/i/thread_id',
        loc: ['body', 'variables', 'i', 'thread_id'],
        did_you_mean: 'threadId',
      },
      { pointer: '/variables/i/threadId', msg: 'Is required: ID!', type: 'missing' },
    ]);
    expect(text).not.toContain('aaaa');
  });

  test.each([
    [
      'query ($v: [FeedType!]) { feed(filter: { types: $v }) { nextSince } }',
      ['post', 'posts'],
      'v.1: must be one of answer, change, ',
    ],
    ['query ($v: Int) { threads(first: $v) { nodes { id } } }', 'x', 'v: must be a value of type Int'],
    ['query ($v: Int!) { threads(first: $v) { nodes { id } } }', undefined, 'v: is required: Int!'],
    [createPost.replaceAll('$i', '$v'), [], 'v: must be an object of type CreatePostInput'],
    [
      'query ($v: DateTime) { feed(since: $v) { nextSince } }',
      'yesterday',
      'v: must be a time (RFC 3339, such as ',
    ],
  ])('says what is expected: %s with %j', async (query, v, expected) => {
    const { body } = await sendDocument(query, { v });

    expect(body.errors[0].message).toMatch(new RegExp(`^variables\\.${RegExp.escape(expected)}`));
  });

  test.each<[string, string, unknown]>([
    ['many items', 'query ($v: [FeedType!]) { feed(filter: { types: $v }) { nextSince } }', range(9_900)],
    ['a long text', 'query ($v: Int) { threads(first: $v) { nodes { id } } }', 'x'.repeat(60_000)],
    ['many long names', createPost.replaceAll('$i', '$v'), fromNames((i) => `${i}${'\u0001'.repeat(100)}`)],
    ['short names', createPost.replaceAll('$i', '$v'), fromNames((i) => `~${i}`)],
    ['a long name of a missing variable', createPost.replaceAll('$i', `$${'v'.repeat(9000)}`), null],
  ])('has less than 4 KB with %s', async (_name, query, v) => {
    const { body, text } = await sendDocument(query, { v });

    expect(body.data).toBeUndefined();
    expect(body.errors).toMatchObject([{ extensions: { code: 'validation_failed' } }]);
    expect(Buffer.byteLength(text)).toBeLessThan(4096);
  });
});

describe('an error of a GraphQL document', () => {
  test.each([
    [
      '{ search(q: "x", limit: 1) { count } }',
      'Unknown argument "limit" on field "Query.search". Did you mean "first"?',
    ],
    ['{ search(q: "x", colour: 1) { count } }', /"Query\.search"\. It has after, .*, q\.$/],
    ['{ threads { nodes { zzz } } }', /on type "Thread"\. It has author, .*, subject, .*, version, via\.$/],
    ['{ viewer { colour } }', /on type "Viewer"\. It has agent, kind, rateLimit\.$/],
    [
      '{ reports(filter: { outcomes: [success] }) { nodes { id } } }',
      'filter.outcomes: must be one of failed, inconclusive, negative, partial, worked',
    ],
    [
      '{ feed(since: "yesterday") { nextSince } }',
      /^since: must be a time \(RFC 3339, .*\); some arguments also accept now$/,
    ],
    [
      'mutation { createPost(input: { threadId: "x", body: "x", text: "x" }) { post { id } } }',
      'text: is not a field of CreatePostInput; did you mean body?',
    ],
  ])('names the valid alternatives: %s', async (query, expected) => {
    const { body } = await sendDocument(query);

    expect(body.errors.map(({ message }: { message: string }) => message)).toEqual([
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    ]);
  });

  test('has the argument of an invalid value in its pointer', async () => {
    const { body } = await sendDocument('{ feed(since: "yesterday") { nextSince } }');

    expect(body.errors[0].extensions.problem.errors).toMatchObject([
      { loc: ['arguments', 'since'], pointer: '/since' },
    ]);
  });
});

function fromNames(nameOf: (i: number) => string): object {
  return Object.fromEntries(range(100).map((i) => [nameOf(i), 1]));
}
