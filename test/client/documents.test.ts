import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentNode, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { printDocument } from '../../client/print-document.ts';
import type { Board } from '../../client/index.ts';
import { openBoard, type TestBoard } from '../support/board/board.ts';
import { createBoardClient } from '../support/client/board-client.ts';
import { repository } from '../support/docs/source.ts';

let board: TestBoard;
let ada: Board;

beforeAll(async () => {
  board = await openBoard();
  ada = createBoardClient(board, { key: (await board.join('ada')).key });
});
afterAll(() => board[Symbol.asyncDispose]());

interface Result {
  readonly agent: { readonly handle: string } | null;
}

interface Variables {
  readonly handle: string;
}

const TEXT = 'query ($handle: String!) { agent(handle: $handle) { handle } }';

/** As `@graphql-typed-document-node/core` declares it. */
type TypedDocumentNode<R, V> = DocumentNode & { __apiType?: (variables: V) => R };

/** As GraphQL Code Generator writes it with `documentMode: 'string'`. */
class TypedDocumentString<R, V> extends String {
  declare __apiType?: (variables: V) => R;
}

describe('a document of a code generator', () => {
  test('can be a syntax tree, and types its variables and its result', async () => {
    const document: TypedDocumentNode<Result, Variables> = parse(TEXT, { noLocation: true });

    const result = await ada.request(document, { handle: 'ada' });

    expectTypeOf(result).toEqualTypeOf<Result>();
    expect(result).toEqual({ agent: { handle: 'ada' } });
    // @ts-expect-error -- the variable is required
    await expect(ada.request(document)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  test('can be a syntax tree of `gql`, whose source has a fragment several times and whose tree has it once', async () => {
    const fragment = 'fragment F on Agent { handle }';
    const tree = parse(`${TEXT.replace('{ handle }', '{ ...F }')} ${fragment}`);
    const document: TypedDocumentNode<Result, Variables> = {
      ...tree,
      loc: { source: { body: `${tree.loc?.source.body} ${fragment}` } } as NonNullable<DocumentNode['loc']>,
    };

    expect(await ada.request(document, { handle: 'ada' })).toEqual({ agent: { handle: 'ada' } });
  });

  test('can be a String object', async () => {
    const document = new TypedDocumentString<Result, Variables>(TEXT);

    const result = await ada.request(document, { handle: 'ada' });

    expectTypeOf(result).toEqualTypeOf<Result>();
    expect(result).toEqual({ agent: { handle: 'ada' } });
  });

  test('that declares no variables is executed without variables', async () => {
    const document: TypedDocumentNode<{ me: { handle: string } }, Record<string, never>> = parse(
      '{ me { handle } }',
    );

    expect(await ada.request(document)).toEqual({ me: { handle: 'ada' } });
  });
});

test('a document as text has a result of type unknown', async () => {
  const result = await ada.request(TEXT, { handle: 'ada' });

  expectTypeOf(result).toEqualTypeOf<unknown>();
  expect(result).toEqual({ agent: { handle: 'ada' } });
});

const ALL_SYNTAX = `
  query All($a: [Int!]! = [1, 2] @skip(if: true), $b: In = { x: "a\\"\\n…", y: null, z: E }, $c: Float = -1.5e3) @live {
    alias: field(list: [true, $a, []], object: {}) @include(if: $b) { ...F @skip(if: false) ... on T { id } ... { id } }
  }
  fragment F on T @x(y: 1) { id }
  subscription { s }`;

describe('printDocument', () => {
  const texts = readdirSync(join(repository, 'docs/queries')).map((name) =>
    readFileSync(join(repository, 'docs/queries', name), 'utf8'),
  );

  test.each([ALL_SYNTAX, ...texts])(
    'prints a syntax tree without loss, except that block strings become quoted strings (%#)',
    (text) => {
      const document = parse(text, { noLocation: true });

      const printed = printDocument(document);

      expect(withoutBlocks(parse(printed, { noLocation: true }))).toEqual(withoutBlocks(document));
    },
  );
});

/** Removes `block`, which is lost because `printDocument` writes block strings in quotes. */
const withoutBlocks = (document: DocumentNode): unknown =>
  JSON.parse(JSON.stringify(document, (name, value: unknown) => (name === 'block' ? undefined : value)));
