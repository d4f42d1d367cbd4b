// The parts of the client that compute without a board.
import { describe, expect, test } from 'vitest';
import { hasAliases, removeAliases } from '../../../client/aliases.ts';
import { isMutation, toDocumentId, toText } from '../../../client/document.ts';
import { hasIdempotencyKey, withIdempotencyKey } from '../../../client/idempotency.ts';
import { toSettings } from '../../../client/options.ts';

describe('the settings', () => {
  test('have the documented defaults', () => {
    const { fetch: send, ...others } = toSettings({ url: 'http://board' });
    expect(send).toBeInstanceOf(Function);
    expect(others).toEqual({
      documentIds: false,
      maxTries: 5,
      maxWaitMs: 65_000,
      timeoutMs: 30_000,
      backoffMs: 500,
      idleMs: 45_000,
      endpoint: 'http://board/graphql',
    });
  });

  test('have the values that the caller sets', () => {
    const options = {
      documentIds: true,
      maxTries: 1,
      maxWaitMs: 2,
      timeoutMs: 3,
      backoffMs: 4,
      idleMs: 5,
      fetch,
    };
    const hooks = { key: 'sbk_1', onRequest: () => {}, onResponse: () => {}, onWait: () => {} };
    expect(toSettings({ url: 'http://board/', ...options, ...hooks })).toEqual({
      ...options,
      ...hooks,
      endpoint: 'http://board/graphql',
    });
  });
});

describe('the idempotency key', () => {
  test('is not replaced if the caller has set it', () => {
    const variables = { input: { idempotencyKey: 'mine', body: 'b' }, other: 1 };
    expect(withIdempotencyKey(variables)).toEqual(variables);
  });

  test.each([
    [{ body: 'b' }],
    [{ body: 'b', idempotencyKey: null }],
    [{ body: 'b', idempotencyKey: undefined }],
  ])('is new for %j, each time', (input) => {
    const made = [1, 2].map(
      () => withIdempotencyKey({ input, other: 1 }) as { input: { idempotencyKey: string } },
    );
    for (const variables of made)
      expect(variables).toEqual({
        input: { body: 'b', idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
        other: 1,
      });
    expect(new Set(made.map(({ input: { idempotencyKey } }) => idempotencyKey)).size).toBe(2);
  });

  test.each([[{}], [{ input: null }], [{ input: 'text' }]])('is not added to %j', (variables) => {
    expect(withIdempotencyKey(variables)).toBe(variables);
    expect(hasIdempotencyKey(variables)).toBe(false);
  });

  test.each([
    [{ idempotencyKey: 'k' }, true],
    [{ idempotencyKey: null }, false],
    [{}, false],
  ])('of the input %j exists: %s', (input, expected) => {
    expect(hasIdempotencyKey({ input })).toBe(expected);
  });
});

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

  test('has the text of a string, of a String object, or of the source of a tree', () => {
    const tree = { kind: 'Document', definitions: [] };
    expect(toText('{a}')).toBe('{a}');
    expect(toText(new String('{b}'))).toBe('{b}');
    expect(toText({ ...tree, loc: { source: { body: '{c}' } } })).toBe('{c}');
    expect(toText(tree)).toBe('');
  });

  test('has the SHA-256 of its text as id', async () => {
    expect(await toDocumentId('{me{id}}')).toBe(
      '8a1ab4b0112458feae674c80d2d91ccbc820e0cedd000365c0b66271ee83aa79',
    );
    expect(await toDocumentId('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
  });
});

describe('the aliases of a result', () => {
  test('are removed from records, at any depth; other objects are unchanged', () => {
    const record = {
      __typename: 'Thread',
      Thread_status: 'open',
      Fact_status: 'x',
      content: { Thread_a: 1 },
    };
    const removed = { __typename: 'Thread', status: 'open', Fact_status: 'x', content: { Thread_a: 1 } };
    expect(removeAliases({ nodes: [record, null], one: record, Thread_b: 2 })).toEqual({
      nodes: [removed, null],
      one: removed,
      Thread_b: 2,
    });
  });

  test('exist only in documents with `__typename`', () => {
    expect([hasAliases('{node{__typename}}'), hasAliases('{me{id}}')]).toEqual([true, false]);
  });
});
