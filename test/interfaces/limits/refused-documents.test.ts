// A refused document counts as a call. These tests bound the processor time that such a call takes.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Reply } from '../../support/board/http.ts';
import { measureCpuTime } from '../../support/generators/cpu-time.ts';
import { hostileDocument, hostileDocuments } from '../../support/generators/hostile-documents.ts';

/** Milliseconds of processor time that one call may take: twice what a slow machine needs. */
const MAX_MS = 40;

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard({ LIMIT_PUBLIC_IP: '100000' });
});

afterAll(() => board[Symbol.asyncDispose]());

const send = (body: unknown): Promise<Reply> => board.call('POST /graphql', { body });

const remainingOf = ({ headers }: Reply): number => Number(headers.get('x-ratelimit-remaining'));

const range = (length: number) => Array.from({ length }, (_, i) => i);

const unknownFields = (count: number): string =>
  range(count)
    .map((i) => `threads${i}`)
    .join(' ');

let sent = 0;

/** A comment makes each document new, so that no cached result is measured. */
const sendNew = (query: string): Promise<Reply> => send({ query: `${query}#${sent++}` });

test('a hostile document of any kind costs at least a call and at most 40 ms of processor time', async () => {
  let remaining = remainingOf(await send({ query: '{ __typename }' }));
  const property = fc.asyncProperty(hostileDocument, async (query) => {
    const { result, ms } = await measureCpuTime(() => sendNew(query), MAX_MS);

    expect(result.status).toBeLessThan(500);
    expect(result.text).not.toContain('too many values');
    expect(ms).toBeLessThan(MAX_MS);
    expect(remainingOf(result)).toBeLessThan(remaining);
    remaining = remainingOf(result);
  });

  const examples = hostileDocuments.map((query): [string] => [query]);
  await fc.assert(property, { numRuns: examples.length + 40, examples });
});

/** 2 366 fields at the end of three levels of aliases, each with the same list of `authors`. */
function writeRepeatedList(authors: number): string {
  const aliases = (name: string, count: number) =>
    range(count)
      .map((i) => `${name.toLowerCase()}${i}: supersedes { ...${name} }`)
      .join(' ');
  return `
    { fact(id: "019a5e1c-7d3a-7c42-9f0e-3b1d5a6c8e21") { ...A } }
    fragment A on Fact { ${aliases('B', 13)} }
    fragment B on Fact { ${aliases('C', 13)} }
    fragment C on Fact { ${aliases('D', 14)} }
    fragment D on Fact { allSignals(filter: { authors: [${'"" '.repeat(authors)}] }) { __typename } }`;
}

describe('a hostile request with', () => {
  const inputs: Readonly<Record<string, object>> = {
    'a list of a literal that thousands of fields repeat': { query: writeRepeatedList(1600) },
    'a batch of invalid documents': range(10).map(() => ({
      query: `{ ${unknownFields(190)} }`,
    })),
    'unknown enum values in variables': {
      query: 'query ($a: [EntryType!]) { feed(filter: { types: $a }) { nextSince } }',
      variables: { a: range(9900).map((i) => `threa${i}`) },
    },
    'variables that the document does not define': {
      query: '{ viewer { kind } }',
      variables: Object.fromEntries(range(3200).map((i) => [`a${i}`, 1])),
    },
    'unknown members of the request': {
      query: '{ viewer { kind } }',
      ...Object.fromEntries(range(3200).map((i) => [`a${i}`, 1])),
    },
    'a batch of too many documents': range(4900).map(() => ({})),
  };

  test.each(Object.entries(inputs))('%s costs at most 40 ms of processor time', async (_name, body) => {
    const { result, ms } = await measureCpuTime(() => send(body), MAX_MS);

    expect(result.status).toBeLessThan(500);
    expect(result.text).not.toContain('too many values');
    expect(ms).toBeLessThan(MAX_MS);
  });
});

test('the documents of a batch share the bound of tokens, also if an invalid document is repeated', async () => {
  const query = `query ($unused: Int) { ${range(600)
    .map((i) => `t${i}: __typename`)
    .join(' ')} }`;

  const { body } = await send([{ query }, { query }]);

  expect(
    body.map(({ errors }: { errors: { extensions: { code: string } }[] }) => errors[0]?.extensions.code),
  ).toEqual(['malformed_request', 'query_too_complex']);
});

describe('a document', () => {
  const fragments = (count: number) => range(count).map((i) => `fragment F${i} on Query { a: __typename }`);

  test.each([
    ['operations', 20, (count: number) => range(count).map((i) => `query Q${i} { __typename }`)],
    ['fragments', 50, (count: number) => ['{ ...F0 }', ...fragments(count)]],
    [
      'spreads',
      100,
      (count: number) => [
        `{ ${range(count)
          .map(() => '...F0')
          .join(' ')} }`,
        ...fragments(1),
      ],
    ],
    [
      'repetitions',
      10,
      (count: number) => [
        `{ ${range(count)
          .map(() => '__typename')
          .join(' ')} }`,
      ],
    ],
  ])('beyond its bound of %s is refused before it is validated', async (bound, max, writeLines) => {
    const within = await send({ query: writeLines(max).join('\n'), operationName: null });
    const beyond = await send({ query: writeLines(max + 1).join('\n') });

    expect(within.text).not.toContain('query_too_complex');
    expect(beyond.body.errors[0].extensions).toMatchObject({
      code: 'query_too_complex',
      problem: { bound, max },
    });
  });

  test('has at most 16 validation errors; the last one says that validation has stopped', async () => {
    const { body } = await send({ query: `{ ${unknownFields(200)} }` });

    expect(body.errors).toHaveLength(16);
    expect(body.errors[15].message).toContain('error limit reached');
  });

  test('in a batch has two errors after an earlier document has used up the 16 errors of the batch', async () => {
    const documents = range(10).map((i) => ({ query: `{ ${unknownFields(20)} a${i} }` }));

    const { body } = await send(documents);

    const counts = (body as { errors: unknown[] }[]).map(({ errors }) => errors.length);
    expect(counts).toEqual([16, ...range(9).map(() => 2)]);
  });
});
