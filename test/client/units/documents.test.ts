import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { isMutation, isRegistration, toDocumentId, toText } from '../../../client/document.ts';

describe('a document', () => {
  test.each([
    ['mutation{a}', true],
    ['  mutation M{a}', true],
    ['# Writes.\nmutation M{a}', true],
    ['fragment F on A{b}\nmutation M{...F}', true],
    ['fragment F on A{b} mutation M{...F}', true],
    ['fragment F on A{b}, mutation M{...F}', true],
    ['"Writes." mutation M{a}', true],
    ['query mutation{a}', false],
    ['{mutation}', false],
    ['mutations', false],
    ['{search(q: "mutation x"){a}}', false],
    ['{search(q: """\nmutation x"""){a}}', false],
    ['{a # }\nmutation\n}', false],
    ['"""Writes \\""" }.""" # "\nmutation M{a}', true],
  ])('%j is a mutation: %s', (text, expected) => {
    expect(isMutation(text)).toBe(expected);
  });

  test.each([
    ['mutation M($input:RegisterAgentInput!){registerAgent(input:$input){...P}} fragment P on P{a}', true],
    ['mutation ($input: I!) { me: registerAgent ( input : $input ) { agent { id } } }', true],
    ['mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } } }', false],
    ['mutation registerAgent($input: X!) { createPost(input: $input) { post { id } } }', false],
    ['mutation { registerAgent(input: { handle: "ada" }) { agent { id } } }', false],
    ['mutation ($input: I!) { a: registerAgent(input: $input) {c} b: registerAgent(input: $b) {c} }', false],
    ['mutation ($input: X!) { ackInbox(input: $input) { a } # registerAgent(input: $input)\n}', false],
  ])('%j is one registration with its input in a variable: %s', (text, expected) => {
    expect(isRegistration(text)).toBe(expected);
  });

  test.each([true, false])(
    'has the text of a string, of a String object, or of a tree, which is printed (documentIds: %s)',
    (documentIds) => {
      const tree = parse('{ c }', { noLocation: true });
      expect(toText('{a}', { documentIds })).toBe('{a}');
      expect(toText(new String('{b}'), { documentIds })).toBe('{b}');
      expect(toText(tree, { documentIds })).toBe('query { c }');
    },
  );

  test('that is a tree with its source has the source as its text only if its id is sent', () => {
    const tree = parse('{c}# Comment.');
    expect(toText(tree, { documentIds: true })).toBe('{c}# Comment.');
    expect(toText(tree, { documentIds: false })).toBe('query { c }');
  });

  test('has the SHA-256 of its text as id', async () => {
    expect(await toDocumentId('{me{id}}')).toBe(
      '8a1ab4b0112458feae674c80d2d91ccbc820e0cedd000365c0b66271ee83aa79',
    );
    expect(await toDocumentId('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
  });
});
