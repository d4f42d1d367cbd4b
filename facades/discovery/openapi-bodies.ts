import {
  errorCodes,
  type OperationDescription,
  type JsonSchema,
  type Parameter,
} from '../../schema/contract.ts';
import { statusOf } from '../http/problem.ts';
import { PROTOCOL_ERROR_STATUSES } from '../http/server/protocol-errors.ts';
import { toSchemaKeywords, rulesOfParameters } from '../http/binding/rule-schema.ts';

/** The body of a request: its members, and the rules between them in words and as JSON Schema. */
export function requestBodyOf(members: readonly Parameter[], description: OperationDescription) {
  const rules = rulesOfParameters(description, members);
  const body = objectOf(members);
  return {
    required: 'required' in body,
    ...(rules.length > 0 && {
      description: rules
        .map(({ parameters: [name = ''], message: msg }) => `\`${name}\`: ${msg}.`)
        .join('\n'),
    }),
    content: { 'application/json': { schema: { ...body, ...toSchemaKeywords(rules) } } },
  };
}

/** The schema of an object. A member that is not required may be null, which is the same as leaving it out. */
function objectOf(members: readonly Parameter[]): JsonSchema {
  const required = members.filter((member) => member.required).map(({ wireName: wire }) => wire);
  const properties = members.map((member) => {
    const schema = memberSchema(member);
    return [member.wireName, member.required ? schema : orNull(schema)] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}

const memberSchema = ({ fields, schema }: Parameter): JsonSchema =>
  fields ? { ...schema, ...objectOf(fields) } : schema;

const NULL: JsonSchema = { type: 'null' };

function orNull(schema: JsonSchema): JsonSchema {
  const { type, enum: values, anyOf } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as unknown[]), NULL] };
  if (typeof type !== 'string') return schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
}

/** Calls worth making next. */
export const NEXT_CALLS_SCHEMA: JsonSchema = {
  type: 'array',
  description: 'Calls worth making next.',
  items: { type: 'object', properties: { surface: { type: 'string' } }, required: ['surface'] },
};

const STATUSES = [...new Set<number>([...Object.values(statusOf), ...PROTOCOL_ERROR_STATUSES])].sort();

/** RFC 9457, with the board's own members. */
export const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'RFC 9457 problem details.',
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer', enum: STATUSES },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errorCodes) },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          loc: { type: 'array', items: { type: ['string', 'integer'] } },
          pointer: { type: 'string' },
          msg: { type: 'string' },
          type: { type: 'string' },
        },
        required: ['loc', 'msg', 'type'],
      },
    },
    next: NEXT_CALLS_SCHEMA,
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
};
