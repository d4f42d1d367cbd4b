// The listings and the policies of tools, and the tool calls that are suggested for an operation.
import { describe, expect, test } from 'vitest';
import { describeTool } from '../../../facades/mcp/describe-tool.ts';
import { createToolCallFormatter } from '../../../facades/mcp/format-next-call.ts';
import { defineTool } from '../../../facades/mcp/tool.ts';
import type { Operation, OperationDescription, Parameter } from '../../../schema/contract.ts';

const RECORD = { type: 'object', properties: { type: { type: 'string' }, id: { type: 'string' } } };

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
  Feed: {
    kind: 'query',
    parameters: [],
    shape: 'record',
    resultSchema: { properties: { type: text, items: text } },
  },
  Write: {
    kind: 'mutation',
    policy: 'registration',
    parameters: [parameter('workId', 'work_id', true), parameter('idempotencyKey', 'idempotency_key')],
    shape: 'record',
    resultSchema: { properties: { counts: {} } },
  },
};

const describeOperation = ({ name }: Operation) =>
  ({ policy: null, ...descriptions[name] }) as OperationDescription;
const operation = (name: string): Operation => ({ name, kind: 'query', source: '' });
const listingOf = (variants: readonly object[], options: object = {}) =>
  describeTool(
    defineTool('board_x', { title: 'T', description: 'D', variants: variants as never, ...options }),
    describeOperation,
  ).listing;

describe('a listed tool', () => {
  test('that only reads has the arguments of all variants, and the members of its results on which a model acts', () => {
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

  test('that writes has its actions, its idempotency key, its required arguments, and whether it is destructive or idempotent', () => {
    const variants = [
      { operation: operation('Write'), action: 'claim', when: ['x'] },
      { operation: operation('Write') },
    ];
    expect(listingOf(variants, { isDestructive: true })).toMatchObject({
      inputSchema: {
        properties: {
          action: { enum: ['claim'], description: 'Omit it to claim an inquiry.' },
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
    expect(listingOf(variants, { isIdempotent: true }).annotations).toEqual({
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
  });

  test('requires `items`, not `type`, in results that have both', () => {
    expect(listingOf([{ operation: operation('Feed') }]).outputSchema['anyOf']).toEqual([
      { required: ['items'] },
      { required: ['code'] },
    ]);
  });

  test('has the policy of its mutation; otherwise the policy of its definition, by default `agent`', () => {
    const policyOf = (name: string, options: object = {}) =>
      describeTool(
        defineTool('board_x', {
          title: '',
          description: '',
          variants: [{ operation: operation(name) }],
          ...options,
        }),
        describeOperation,
      ).policy;
    expect([policyOf('Write'), policyOf('Read'), policyOf('Read', { policy: 'anyone' })]).toEqual([
      'registration',
      'agent',
      'anyone',
    ]);
  });

  test('is suggested for the operation that does the same over REST, with those of its arguments that have values', () => {
    const variants = [{ operation: operation('Read'), equivalentOperation: operation('Work') }];
    const tool = describeTool(
      defineTool('board_x', { title: '', description: '', variants: variants as never }),
      describeOperation,
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
