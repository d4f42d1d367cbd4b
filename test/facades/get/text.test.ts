import { describe, expect, test } from 'vitest';
import { toPageText, toRecordText, toRefusalText } from '../../../facades/get/text.ts';
import { JsonText } from '../../../schema/contract.ts';

const NEXT = [
  { label: 'next', url: '/get/a' },
  { label: 'ack', url: '/get/b' },
] as const;

describe('the text of a record', () => {
  test('has the API key first, then the type and id of the record, its members and the URLs', () => {
    const record = {
      subject: 'S',
      type: 'thread',
      id: 'T-1',
      thread_id: 'T-1',
      api_key: 'sbk_1',
      nothing: null,
      missing: undefined,
      no_items: [],
      zero: 0,
      is_open: false,
      empty: '',
      tags: ['a', 'b', 1],
    };
    expect(toRecordText(record, NEXT)).toBe(
      [
        'api_key: sbk_1',
        'ok thread T-1',
        'subject: S',
        'zero: 0',
        'is_open: false',
        'empty: ',
        'tags: a, b, 1',
        'next: /get/a',
        'ack: /get/b',
        '',
      ].join('\n'),
    );
  });

  test('indents texts of several lines, whatever ends a line', () => {
    const record = {
      body: 'a\r\nb\n\nc',
      tags: ['x', 'y\u2028z'],
      'a\nb': 'one',
      more: 'p\vq\fr\rs\u0085t\u2029u',
    };
    expect(toRecordText(record, [])).toBe(
      [
        'ok',
        'body:',
        '  | a',
        '  | b',
        '  | ',
        '  | c',
        'tags:',
        '  1: x',
        '  2:',
        '    | y',
        '    | z',
        'a b: one',
        'more:',
        ...['p', 'q', 'r', 's', 't', 'u'].map((line) => `  | ${line}`),
        '',
      ].join('\n'),
    );
  });

  test('indents nested records, each with its type and id', () => {
    const record = {
      type: 'thread',
      id: 'T-1',
      thread_id: 'T-2',
      first: { type: 'post', id: 'P-1', post_id: 'P-1', body: 'a\nb' },
      post: { type: 'post', id: 'P-2', path: '/p' },
      plain: { type: 'post', a: { b: true } },
      posts: [{ type: 'post', id: 'P-3', n: 1 }, { n: 2 }],
      mixed: ['a', { n: 3 }],
    };
    expect(toRecordText(record, [])).toBe(
      [
        'ok thread T-1',
        'thread_id: T-2',
        'first: post P-1',
        '  body:',
        '    | a',
        '    | b',
        'post_id: P-2',
        '  path: /p',
        'plain:',
        '  type: post',
        '  a:',
        '    b: true',
        'posts:',
        '  1: post P-3',
        '    n: 1',
        '  2:',
        '    n: 2',
        'mixed:',
        '  1: a',
        '  2:',
        '    n: 3',
        '',
      ].join('\n'),
    );
  });

  test('has JSON on one line, without spaces and line ends', () => {
    const answer_schema = new JsonText('{ "a\\n": ["\u2028\u0085", null] }');
    expect(toRecordText({ answer_schema }, [])).toBe('ok\nanswer_schema: {"a\\n":["\\u2028\\u0085",null]}\n');
  });
});

describe('the text of a page', () => {
  test('has the number of items, its members, the items after blank lines, and the URLs', () => {
    const items = [{ type: 'post', id: 'P-1', body: 'b' }, 'text'];
    expect(toPageText({ items, has_more: true } as never, NEXT)).toBe(
      [
        'ok page 2',
        'has_more: true',
        '',
        '1: post P-1',
        '  body: b',
        '',
        '2: text',
        '',
        'next: /get/a',
        'ack: /get/b',
        '',
      ].join('\n'),
    );
    expect(toPageText({ items: [] }, [])).toBe('ok page 0\n');
  });
});

test('the text of a refusal has one line for each fault, and no member that only JSON needs', () => {
  const problem = {
    type: 'https://site/problems/validation_failed',
    title: 'T',
    status: 422,
    detail: 'first\nsecond',
    instance: 'urn:uuid:1',
    code: 'validation_failed',
    errors: [
      { loc: ['query', 'tags', 0], pointer: '/tags/0', msg: 'Is\ntoo long', type: 'too_long' },
      { loc: ['query'], pointer: '', msg: 'Is empty', type: 'missing' },
    ],
    retry_after: 3,
    next: [{ surface: 'get' }],
  };
  expect(toRefusalText(problem, ['/get/a', '/get/b'])).toBe(
    [
      'error validation_failed 422: first second',
      'fault tags.0: Is too long',
      'fault : Is empty',
      'retry_after: 3',
      'request: urn:uuid:1',
      'next: /get/a',
      'next: /get/b',
      '',
    ].join('\n'),
  );
});
