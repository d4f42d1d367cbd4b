import { describe, expect, test } from 'vitest';
import { compactArgument, compactResult } from '../../../facades/mcp/compact-schema.ts';
import { describeTool } from '../../../facades/mcp/describe-tool.ts';
import { createToolCallFormatter } from '../../../facades/mcp/format-next-call.ts';
import { defineTool } from '../../../facades/mcp/tool.ts';
import type { JsonSchema, Operation, OperationDescription, Parameter } from '../../../schema/contract.ts';

describe('the schema of an argument', () => {
  test.each<[JsonSchema, JsonSchema]>([
    [
      { type: 'string', pattern: '^a', maxItems: 5, description: 'd' },
      { type: 'string', description: 'd' },
    ],
    [{ type: 'string', format: 'uuid' }, { type: 'string' }],
    [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date-time' },
    ],
    [{ minLength: 1, maxLength: 999 }, { maxLength: 999 }],
    [{ minLength: 2, maxLength: 1000 }, { minLength: 2 }],
    [{ minimum: 0, maximum: 2_147_483_647 }, {}],
    [
      { minimum: 1, maximum: 100 },
      { minimum: 1, maximum: 100 },
    ],
    [{ type: 'string', const: 'now' }, { const: 'now' }],
    [{ anyOf: [{ type: 'string', pattern: 'a' }, { type: 'null' }], description: 'd' }, { type: 'string' }],
    [
      { anyOf: [{ type: 'string', minLength: 1 }, { type: 'integer' }, { type: 'null' }] },
      { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    ],
    [
      { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'integer' }] },
      { anyOf: [{ type: 'string' }, { type: 'null' }, { type: 'integer' }] },
    ],
    [
      { type: 'array', items: { format: 'uuid' }, maxItems: 9 },
      { type: 'array', items: {} },
    ],
    [
      { type: 'object', properties: { pattern: { type: 'string', minLength: 1 } }, required: ['pattern'] },
      { type: 'object', properties: { pattern: { type: 'string' } }, required: ['pattern'] },
    ],
    [
      {
        oneOf: [
          {
            type: 'object',
            properties: { kind: { const: 'a' }, x: { minLength: 1 } },
            required: ['kind', 'x'],
          },
          { type: 'object', properties: { kind: { const: 'b' } }, required: ['kind'] },
        ],
      },
      { oneOf: [{ type: 'object', properties: { kind: { enum: ['a', 'b'] }, x: {} }, required: ['kind'] }] },
    ],
  ])('%j becomes %j', (schema, expected) => {
    expect(compactArgument(schema)).toEqual(expected);
  });
});

const RECORD = { type: 'object', properties: { type: { type: 'string' }, id: { type: 'string' } } };

describe('the schema of a result', () => {
  test.each<[JsonSchema, JsonSchema]>([
    [{ const: 'post', type: 'string' }, { const: 'post' }],
    [{ oneOf: [{}] }, RECORD],
    [
      { type: 'array', items: { properties: { type: {} } } },
      { type: 'array', items: RECORD },
    ],
    [
      { type: 'array', items: { type: 'string' } },
      { type: 'array', items: { type: 'string' } },
    ],
    [{ type: 'string', maxLength: 5 }, { type: 'string' }],
    [{}, {}],
    [
      {
        properties: {
          id: { type: ['string', 'null'] },
          body: { type: 'string' },
          scopes: { items: { properties: { scope: { type: 'string' } } } },
        },
      },
      {
        type: 'object',
        properties: {
          id: { type: 'string' },
          scopes: { type: 'array', items: { type: 'object', properties: { scope: { type: 'string' } } } },
        },
      },
    ],
    [
      { properties: { items: { items: {} }, next_cursor: { type: ['string', 'null'] } } },
      {
        type: 'object',
        properties: { items: { type: 'array', items: {} }, next_cursor: { type: ['string', 'null'] } },
      },
    ],
  ])('%j becomes %j', (schema, expected) => {
    expect(compactResult(schema)).toEqual(expected);
  });
});

const parameter = (name: string, wireName: string, required = false): Parameter => ({
  ...{ name, wireName, required, type: 'string' },
  schema: { type: 'string', pattern: '^a', description: `The ${wireName}` },
});

const text = { type: 'string' };
const descriptions: Readonly<Record<string, Partial<OperationDescription>>> = {
  Read: {
    kind: 'query',
    parameters: [parameter('workId', 'work_id', true), parameter('view', 'view')],
    shape: 'record',
    resultSchema: { properties: { type: { const: 'work' }, status: text, body: text } },
  },
  List: {
    kind: 'query',
    parameters: [parameter('first', 'limit'), parameter('after', 'cursor'), parameter('query', 'q', true)],
    shape: 'page',
    resultSchema: { properties: { type: text } },
  },
  History: {
    kind: 'query',
    parameters: [],
    shape: 'record',
    resultSchema: { properties: { type: text, work_id: text, items: text } },
  },
  Write: {
    kind: 'mutation',
    policy: 'registration',
    parameters: [parameter('workId', 'work_id', true), parameter('idempotencyKey', 'idempotency_key')],
    shape: 'record',
    resultSchema: { properties: { counts: {} } },
  },
};

const describe_ = ({ name }: Operation) => ({ policy: null, ...descriptions[name] }) as OperationDescription;
const operation = (name: string): Operation => ({ name, kind: 'query', source: '' });
const listingOf = (variants: readonly object[], options: object = {}) =>
  describeTool(
    defineTool('board_x', { title: 'T', description: 'D', variants: variants as never, ...options }),
    describe_,
  ).listing;

describe('a listed tool', () => {
  test('that only reads has the arguments of all variants, and what identifies its results', () => {
    const variants = [{ operation: operation('Read'), when: ['work_id'] }, { operation: operation('List') }];
    expect(listingOf(variants)).toEqual({
      name: 'board_x',
      title: 'T',
      description: 'D',
      inputSchema: {
        type: 'object',
        properties: {
          work_id: { type: 'string', description: 'The work_id' },
          view: { type: 'string', enum: ['brief', 'full'], description: '`full`: with whole texts' },
          limit: { type: 'integer', description: '1–50, default 50' },
          cursor: { type: 'string', description: '`next_cursor` of the last page' },
          q: { type: 'string', description: 'The q' },
        },
        additionalProperties: false,
      },
      outputSchema: {
        type: 'object',
        properties: {
          type: { type: 'string' },
          status: {},
          items: { type: 'array', items: RECORD },
          next_cursor: { type: ['string', 'null'] },
        },
        anyOf: [{ required: ['type'] }, { required: ['items'] }, { required: ['code'] }],
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    });
  });

  test('that writes has its actions, its idempotency key and what it requires', () => {
    const variants = [
      { operation: operation('Write'), action: 'claim', when: ['x'] },
      { operation: operation('Write') },
    ];
    expect(listingOf(variants, { isDestructive: true })).toMatchObject({
      inputSchema: {
        properties: {
          action: { enum: ['claim'], description: 'Operation on a work claim. Omit it to claim an inquiry.' },
          work_id: { type: 'string', description: 'The work_id' },
          request_id: { type: 'string', description: 'Idempotency key' },
        },
        required: ['work_id'],
      },
      outputSchema: {
        type: 'object',
        properties: {},
        anyOf: [{ required: ['counts'] }, { required: ['code'] }],
      },
      annotations: { destructiveHint: true, openWorldHint: false },
    });
    expect(listingOf([...variants, { operation: operation('Read') }]).annotations).toEqual({
      destructiveHint: false,
      openWorldHint: false,
    });
    expect(listingOf([{ operation: operation('History') }]).outputSchema['anyOf']).toEqual([
      { required: ['items'] },
      { required: ['code'] },
    ]);
  });

  test('has the policy of its mutation, or its own', () => {
    const policyOf = (name: string, options: object = {}) =>
      describeTool(
        defineTool('board_x', {
          title: '',
          description: '',
          variants: [{ operation: operation(name) }],
          ...options,
        }),
        describe_,
      ).policy;
    expect([policyOf('Write'), policyOf('Read'), policyOf('Read', { policy: 'anyone' })]).toEqual([
      'registration',
      'agent',
      'anyone',
    ]);
  });

  test('is suggested with the arguments that are known', () => {
    const variants = [{ operation: operation('Read'), equivalentOperation: operation('Work') }];
    const tool = describeTool(
      defineTool('board_x', { title: '', description: '', variants: variants as never }),
      describe_,
    );
    const format = createToolCallFormatter([tool]);
    expect(
      format({ operation: 'Work', variables: { workId: 'W', view: undefined, other: 1 } }),
    ).toStrictEqual([{ surface: 'mcp', tool: 'board_x', arguments: { work_id: 'W' } }]);
    expect([format({ operation: 'Work' }), format({ operation: 'Read' })]).toEqual([
      [{ surface: 'mcp', tool: 'board_x', arguments: {} }],
      [],
    ]);
  });
});
