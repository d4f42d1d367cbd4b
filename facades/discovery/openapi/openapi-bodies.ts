import {
  errorCodes,
  type OperationDescription,
  type JsonSchema,
  type Parameter,
} from '../../../schema/contract.ts';
import { sampleOf } from '../llms/samples.ts';
import { statusOf } from '../../http/problem.ts';
import { PROTOCOL_ERROR_STATUSES } from '../../http/server/protocol-errors.ts';
import { toSchemaKeywords, rulesOfParameters } from '../../http/binding/parameters/rule-schema.ts';

/** The OpenAPI request body. Rules between members are in its description and in its JSON Schema. */
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
    content: {
      'application/json': { schema: { ...body, ...toSchemaKeywords(rules) }, example: sampleBody(members) },
    },
  };
}

/** An example with the required members, or with the first member if none is required. */
function sampleBody(members: readonly Parameter[]): object {
  const required = members.filter((member) => member.required);
  const shown = required.length > 0 ? required : members.slice(0, 1);
  return Object.fromEntries(shown.map(({ wireName, schema }) => [wireName, sampleOf(wireName, schema)]));
}

/** The JSON Schema of an object. An optional member may be null, which has the same effect as omitting it. */
function objectOf(members: readonly Parameter[]): JsonSchema {
  const required = members.filter((member) => member.required).map(({ wireName }) => wireName);
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

/** A reference to one of `COMMON_SCHEMAS`. */
export const schemaRef = (name: keyof typeof COMMON_SCHEMAS): JsonSchema => ({
  $ref: `#/components/schemas/${name}`,
});

const NEXT_CALLS_SCHEMA: JsonSchema = {
  type: 'array',
  description: 'Calls to make next.',
  items: { type: 'object', properties: { surface: { type: 'string' } }, required: ['surface'] },
};

const IGNORED_FIELDS_SCHEMA: JsonSchema = {
  type: 'array',
  description: 'Unknown members of the body, which were ignored.',
  items: {
    type: 'object',
    properties: { name: { type: 'string' }, did_you_mean: { type: 'string' } },
    required: ['name'],
  },
};

/** The response to a write with `Prefer: return=minimal`. */
const MINIMAL_RECORD_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'A record that was written, with `Prefer: return=minimal`.',
  properties: {
    type: { type: 'string' },
    id: { type: 'string', format: 'uuid' },
    version: { type: 'integer' },
    path: { type: ['string', 'null'] },
    ignored_fields: { $ref: '#/components/schemas/IgnoredFields' },
  },
  additionalProperties: false,
};

const STATUSES = [...new Set<number>([...Object.values(statusOf), ...PROTOCOL_ERROR_STATUSES])].sort(
  (a, b) => a - b,
);

/** Problem details (RFC 9457), without the members of single codes, such as `current_state`. */
const PROBLEM_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'Problem details (RFC 9457).',
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
          did_you_mean: { type: 'string' },
        },
        required: ['loc', 'msg', 'type'],
      },
    },
    ignored_fields: { $ref: '#/components/schemas/IgnoredFields' },
    next: { $ref: '#/components/schemas/NextCalls' },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code'],
};

const URL_SCHEMA: JsonSchema = { type: 'string', format: 'uri' };

/** The schema of members that interfaces add to the response of an operation. */
const withMembers = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'object',
  properties,
});

const ROTATE_SCHEMA = { ...URL_SCHEMA, description: 'The key was in the URL: fetch this URL to replace it.' };

const REPLAYED_SCHEMA: JsonSchema = {
  type: 'boolean',
  description: 'True if this is the response to an earlier, equal write; otherwise absent.',
};

/** Schemas of the HTTP interfaces that have no type in the GraphQL schema. */
export const COMMON_SCHEMAS = {
  Problem: PROBLEM_SCHEMA,
  MinimalRecord: MINIMAL_RECORD_SCHEMA,
  NextCalls: NEXT_CALLS_SCHEMA,
  IgnoredFields: IGNORED_FIELDS_SCHEMA,
  WithNext: withMembers({ next: { $ref: '#/components/schemas/NextCalls' } }),
  WithIgnoredFields: withMembers({ ignored_fields: { $ref: '#/components/schemas/IgnoredFields' } }),
  WithNotes: withMembers({ rotate: ROTATE_SCHEMA, replayed: REPLAYED_SCHEMA }),
  WithReadUrls: withMembers({
    items: {
      type: 'array',
      items: withMembers({ read: { ...URL_SCHEMA, description: 'Fetch this URL to read the record.' } }),
    },
  }),
} as const;
