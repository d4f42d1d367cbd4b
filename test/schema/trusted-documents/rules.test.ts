import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { DOCUMENT_ADVICE, DOCUMENT_BOUNDS } from '../../../schema/documents/document-contract.ts';
import {
  MAX_TRUSTED_DOCUMENTS,
  readTrustedDocument,
  toDocumentId,
} from '../../../schema/trusted-documents/rules.ts';
import { addDocuments, listDocuments } from '../../../schema/trusted-documents/statements.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';

const schema = buildSchema('type Query { a: Int } type Mutation { b: Int }');

test.each([
  ['{ a }', 'query'],
  ['query A { a }', 'A'],
  ['mutation { b }', 'mutation'],
  ['query A { a } query B { a }', 'A, B'],
])('the document %j has the name %s', (text, name) => {
  expect(readTrustedDocument(schema, text)).toEqual({ id: toDocumentId(text), name, text });
});

test.each([
  ['{ long }', 'Cannot query field "long" on type "Query".'],
  ['{ long other }', 'Cannot query field "long" on type "Query".'],
  ['{', 'Syntax Error: Expected Name, found <EOF>.'],
  ['fragment F on Query { a }', 'Fragment "F" is never used.'],
])('the document %j is refused with its first fault', (text, fault) => {
  expect(readTrustedDocument(schema, text)).toBe(fault);
});

test('a document with more characters than the maximum is refused', () => {
  const { characters } = DOCUMENT_BOUNDS;
  const longest = `{ a }${' '.repeat(characters - 5)}`;

  expect(readTrustedDocument(schema, longest)).toMatchObject({ name: 'query' });
  expect(readTrustedDocument(schema, `${longest} `)).toBe(`has more than ${characters} characters`);
});

describe('a document beyond a bound', () => {
  const nested = buildSchema('type Query { a: Int, q: Query }');
  const { operations, fragments, spreads, repetitions, aliases, depth } = DOCUMENT_BOUNDS;
  const repeat = (length: number, write: (i: number) => string) =>
    Array.from({ length }, (_, i) => write(i)).join(' ');
  const nest = (levels: number, inside = 'a') =>
    `${'{ q '.repeat(levels)}{ ${inside} }${' }'.repeat(levels)}`;

  test.each<[keyof typeof DOCUMENT_BOUNDS, (more: number) => string]>([
    ['operations', (more) => repeat(operations + more, (i) => `query Q${i} { a }`)],
    [
      'fragments',
      (more) => {
        // Aliases keep the fields at different places in the response.
        const spread = repeat(fragments + more, (i) => `x${i}: q { ...F${i} }`);
        return `{ ${spread} } ${repeat(fragments + more, (i) => `fragment F${i} on Query { a }`)}`;
      },
    ],
    ['spreads', (more) => `{ ${'...F '.repeat(spreads + more)} } fragment F on Query { a }`],
    ['repetitions', (more) => `{ ${'a '.repeat(repetitions + more)} }`],
    ['aliases', (more) => `{ ${repeat(aliases + more, (i) => `x${i}: a`)} }`],
    ['depth', (more) => nest(depth - 1 + more)],
    ['depth', (more) => `${nest(depth - 2 + more, '...F')} fragment F on Query { q { a } }`],
  ])('of %s cannot be registered, and one at the bound can', (bound, write) => {
    expect(readTrustedDocument(nested, write(0))).toMatchObject({ text: write(0) });
    expect(readTrustedDocument(nested, write(1))).toBe(
      `exceeds the bound \`${bound}\` (${DOCUMENT_BOUNDS[bound]}). ${DOCUMENT_ADVICE[bound]}`,
    );
  });

  test('of depth can be registered if a variable can leave out its most nested field', () => {
    const text = `query ($x: Boolean!) ${nest(depth - 1, 'q @include(if: $x) { q { a } } a')}`;

    expect(readTrustedDocument(nested, text)).toMatchObject({ text });
  });
});

test('the id of a document is the SHA-256 of its text', () => {
  expect(toDocumentId('{ é }')).toBe('6ed1179be308ef4c2e705b3e9bdb43678ae4f31bfd35e2b11f9aa3addc48a710');
});

describe('registered documents', () => {
  let board: TestBoard;
  beforeAll(async () => {
    board = await openBoard();
  });
  afterAll(() => board[Symbol.asyncDispose]());

  const documentOf = (id: string, name: string) => ({ id, name, text: `{ ${id} }` });

  test('are listed by their names, and only new documents count towards the maximum', async () => {
    const { database, clock } = board;
    const now = clock.now();
    await database.rows(sql`
      insert into trusted_documents (id, name, text, created_at)
      select 'old' || i, 'Old', '{ a }', ${now} from generate_series(1, ${MAX_TRUSTED_DOCUMENTS - 2}) i`);
    const [last, first, excess] = [documentOf('b', 'Z'), documentOf('z', 'A'), documentOf('a', 'A')];
    const add = (...documents: (typeof last)[]) => addDocuments(database, documents, now);

    expect(await add(last, first, excess)).toBeNull();
    expect(await add(last, first)).toEqual(new Set(['b', 'z']));
    expect(await add(last, first, documentOf('old1', 'Old'))).toEqual(new Set());
    expect(await add(excess)).toBeNull();
    const listed = await listDocuments(database);
    expect(listed).toHaveLength(MAX_TRUSTED_DOCUMENTS);
    expect([listed[0], listed.at(-1)]).toEqual([first, last].map((each) => ({ ...each, createdAt: now })));
    await database.rows(sql`delete from trusted_documents where id = 'old1'`);
    await add(excess);
    expect((await listDocuments(database)).slice(0, 2).map(({ id }) => id)).toEqual(['a', 'z']);
  });
});
