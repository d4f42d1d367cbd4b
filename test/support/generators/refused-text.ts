// Puts text that the board refuses into every input that accepts text.
import {
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { JsonSchema, Parameter } from '../../../schema/contract.ts';
import type { Reply } from '../board/http.ts';
import { UNKNOWN_ID } from '../records/ids.ts';

/** U+0000, which PostgreSQL cannot store, and a lone surrogate, which UTF-8 cannot encode. */
export const REFUSED_TEXTS = ['a\u0000b', 'a\ud800b'] as const;

/** Values of a parameter with the text in each possible place: as the value or inside it. */
export function injectByParameter({ type: kind, fields, item }: Parameter, text: string): readonly unknown[] {
  if (fields) {
    return fields.flatMap((field) =>
      injectByParameter(field, text).map((value) => ({ [field.wireName]: value })),
    );
  }
  if (kind === 'list') return [[item?.type === 'json' ? { a: text } : text]];
  return kind === 'json' ? [text, [text], { a: text }, { [text]: 1 }] : [text];
}

/** Values with the text in each place that a JSON Schema describes. */
export function injectBySchema(schema: JsonSchema, text: string): readonly unknown[] {
  const { properties, items, type } = schema as {
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
    type?: string;
  };
  if (properties) {
    return Object.entries(properties).flatMap(([name, inner]) =>
      injectBySchema(inner, text).map((value) => ({ [name]: value })),
    );
  }
  if (items) return injectBySchema(items, text).map((value) => [value]);
  return type === undefined || type === 'object' ? [text, { a: text }, { [text]: 1 }] : [text];
}

/** A minimal value of a GraphQL input type. */
export function sampleValue(type: GraphQLInputType): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [sampleValue(nullable.ofType)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (isInputObjectType(nullable)) {
    const fields = Object.values(nullable.getFields());
    const required = nullable.isOneOf
      ? fields.slice(0, 1)
      : fields.filter((field) => isNonNullType(field.type));
    return Object.fromEntries(required.map((field) => [field.name, sampleValue(field.type)]));
  }
  const samples: Record<string, unknown> = { ID: UNKNOWN_ID, Int: 1, Float: 1, Boolean: true, JSON: {} };
  return samples[getNamedType(nullable).name] ?? 'sample';
}

/** Values of a GraphQL input type with the text in each possible place. */
export function injectByType(type: GraphQLInputType, text: string): readonly unknown[] {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return injectByType(nullable.ofType, text).map((value) => [value]);
  if (isInputObjectType(nullable)) {
    return Object.values(nullable.getFields()).flatMap((field) =>
      injectByType(field.type, text).map((value) => ({
        ...(nullable.isOneOf ? {} : (sampleValue(nullable) as object)),
        [field.name]: value,
      })),
    );
  }
  const { name } = getNamedType(nullable);
  return name === 'JSON' ? [text, { a: text }, { [text]: 1 }] : [text];
}

/** A call with refused text in it. */
export interface Attempt {
  readonly description: string;
  readonly send: () => Promise<Reply>;
  /** Whether the board responded as it should. */
  readonly isExpected: (reply: Reply) => boolean;
}

/** Sends all calls. Returns a description of each unexpected reply. */
export async function findUnexpectedReplies(attempts: readonly Attempt[]): Promise<string[]> {
  const unexpected: string[] = [];
  for (const { description, send, isExpected } of attempts) {
    const reply = await send();
    if (!isExpected(reply)) unexpected.push(`${description}: ${reply.status} ${reply.text.slice(0, 200)}`);
  }
  return unexpected;
}
