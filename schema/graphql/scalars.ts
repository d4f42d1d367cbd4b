import { Kind, type ValueNode, valueFromASTUntyped } from 'graphql';
import { LRUCache } from 'lru-cache';
import { JsonText } from '../../prisma/client.ts';
import { builder } from './builder.ts';
import { BoardError } from '../contract.ts';
import { INSTANT_FAULT, NOW, readInstant } from '../values/validators.ts';

const readDateTime = (value: unknown): Date => {
  if (value === 'now') return NOW;
  const instant = typeof value === 'string' ? readInstant(value) : null;
  if (instant) return instant;
  const msg = `${INSTANT_FAULT}; some arguments also accept now`;
  throw new BoardError('validation_failed', msg, { issues: [{ path: [], msg, type: 'datetime' }] });
};

const cachedTimes = new LRUCache<number, string>({ max: 10_000 });

/** Formats a time. Responses often contain the same records, and looking up the text takes a sixth of the time of formatting. */
function formatDateTime(value: Date): string {
  const time = value.getTime();
  const cached = cachedTimes.get(time);
  if (cached !== undefined) return cached;
  const text = value.toISOString();
  cachedTimes.set(time, text);
  return text;
}

builder.scalarType('DateTime', {
  description:
    'An RFC 3339 time with an offset; some arguments also accept `now`. Results are in UTC with milliseconds and `Z`.',
  serialize: formatDateTime,
  parseValue: readDateTime,
  parseLiteral: (node: ValueNode) => readDateTime(node.kind === Kind.STRING ? node.value : undefined),
});

// Every result is a JsonText, by which facades distinguish a JSON value from an object of the schema.
builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => (value instanceof JsonText ? value : new JsonText(JSON.stringify(value))),
  parseValue: (value) => value,
  parseLiteral: (node: ValueNode, variables) => valueFromASTUntyped(node, variables),
});
