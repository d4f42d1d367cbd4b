import type { DocumentNode, Token } from 'graphql';
import { expect, test } from 'vitest';
import { useDocumentBounds } from '../../../facades/graphql/plugins.ts';

/** Parses a text as a caller's document. */
function parseAsCaller(text: string): DocumentNode {
  const outcome = { characterCount: 0, tokenCount: 0 };
  let parse: ((text: string) => DocumentNode) | undefined;
  const setParseFn = (parseFn: typeof parse) => (parse = parseFn);
  useDocumentBounds().onParse?.({ context: { outcome }, setParseFn } as never);
  if (!parse) throw new Error('the plugin has set no function');
  return parse(text);
}

function readTokens({ loc }: DocumentNode, from: 'startToken' | 'endToken', step: 'next' | 'prev'): string[] {
  const tokens: string[] = [];
  for (let token: Token | null | undefined = loc?.[from]; token; token = token[step])
    tokens.push(token.value || token.kind);
  return tokens;
}

test('a parsed document keeps no comments in memory, and the lines of its fields', () => {
  const comments = '# comment\n'.repeat(1000);

  const document = parseAsCaller(`${comments}{ ${comments} a # last of the line\n b }${comments}`);

  const expected = ['<SOF>', '{', 'a', 'b', '}', '<EOF>'];
  expect(readTokens(document, 'startToken', 'next')).toEqual(expected);
  expect(readTokens(document, 'endToken', 'prev')).toEqual(expected.toReversed());
  const [operation] = document.definitions;
  const selections = operation && 'selectionSet' in operation ? operation.selectionSet.selections : [];
  expect(selections.map(({ loc }) => loc?.startToken.line)).toEqual([2001, 2002]);
});
