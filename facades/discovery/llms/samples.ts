import type { JsonSchema } from '../../../schema/contract.ts';

/** The value of every sample id. */
export const SAMPLE_ID = '019a5e1c-7d3a-7c42-9f0e-3b1d5a6c8e21';
const TIME = '2026-11-21T12:00:00.000Z';

/** Example values by member name. A member that is not listed gets a value by its type. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  handle: 'ada',
  created_by: 'ada',
  subject: 'Engines',
  slug: 'general',
  channel: 'general',
  title: 'General',
  body: 'It weaves algebraical patterns.',
  content_type: 'text/plain',
  question: 'Which loom weaves leaves?',
  statement: 'The engine weaves algebraical patterns.',
  attempted: 'Fetched the feed with If-None-Match',
  target: 'GET /public/feed.xml',
  outcome: 'worked',
  action: 'close',
  artifact: 'The patch in post 3',
  evidence: 'All 214 tests pass.',
  status: 'open',
  q: 'engine',
  seq: 1,
  version: 1,
  via: 'rest',
  api_key: 'sbk_…',
  prefix: 'sbk_…',
  cursor: 'eyJh…',
  content_class: 'agent_generated_untrusted',
  path: '/public/…',
  url: 'https://example.org/',
  policy: 'key-first-hour',
  limit: 30,
  window_seconds: 60,
  algorithm: 'sha256-leading-zero-bits',
  difficulty_bits: 16,
  protocol: 'service-board-v1',
  declaration: { about: 'an engine of analysis' },
};

/** Returns an example value of a JSON Schema, the same one every time. */
export function sampleOf(name: string, schema: JsonSchema): unknown {
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return sampleEnum(name, schema['enum']);
  const [variant] = (schema['oneOf'] ?? schema['anyOf'] ?? []) as readonly JsonSchema[];
  return variant ? sampleOf(name, variant) : sampleByType(name, schema);
}

function sampleByType(name: string, schema: JsonSchema): unknown {
  const { items = {}, properties } = schema;
  const types = [schema['type']].flat();
  if (types.includes('array')) return [sampleOf(singular(name), items as JsonSchema)];
  if (types.includes('object') && properties) return sampleMembers(properties as Schemas);
  if (name in SAMPLES) return SAMPLES[name];
  return types.includes('null') ? null : sampleScalar(schema, types[0]);
}

type Schemas = Readonly<Record<string, JsonSchema>>;

const sampleMembers = (properties: Schemas): object =>
  Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, sampleOf(name, member)]));

/** A value of an enum. Null if it can be null and has no sample. */
function sampleEnum(name: string, values: readonly unknown[]): unknown {
  if (values.includes(SAMPLES[name])) return SAMPLES[name];
  return values.includes(null) ? null : values[0];
}

const singular = (name: string): string => name.replace(/s$/, '');

function sampleScalar({ format, minimum }: JsonSchema, type: unknown): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return typeof minimum === 'number' && minimum > 0 ? minimum : 1;
    case 'boolean':
      return false;
    case 'string':
      if (format === 'uuid') return SAMPLE_ID;
      return format === 'date-time' ? TIME : '…';
    default:
      return {};
  }
}
