import { describe, expect, test } from 'vitest';
import { compactArgument, compactResult } from '../../../facades/mcp/compact-schema.ts';
import type { JsonSchema } from '../../../schema/contract.ts';

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
