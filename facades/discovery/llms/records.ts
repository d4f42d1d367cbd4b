import type { JsonSchema, OperationDescription } from '../../../schema/contract.ts';
import type { BoardInfo } from '../board-info.ts';
import { codeBlock } from './markdown.ts';
import { sampleOf } from './samples.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

/** A record type of the responses. */
interface RecordType {
  readonly name: string;
  readonly properties: Properties;
}

/** Members of every record, described once. */
const COMMON = [
  'type',
  'id',
  'created_at',
  'created_by',
  'path',
  'version',
  'via',
  'content_class',
  'hidden_at',
  'hidden_reason',
];

/** The record type of an operation's result: the constant of `type`, or the name in its description; null without one. */
export function recordTypeOf({ resultSchema }: Pick<OperationDescription, 'resultSchema'>): string | null {
  const { type } = propertiesOf(resultSchema);
  if (typeof type?.['const'] === 'string') return type['const'];
  const description = typeof type?.['description'] === 'string' ? type['description'] : '';
  return /^Always `(\w+)`/.exec(description)?.[1] ?? null;
}

const propertiesOf = ({ properties = {} }: JsonSchema): Properties => properties as Properties;

/** The record types of REST responses, in the order of the routes: the fullest form of each. */
function recordTypesOf({ restRoutes, describe }: BoardInfo): readonly RecordType[] {
  const types = new Map<string, RecordType>();
  for (const { operation } of restRoutes) {
    const description = describe(operation);
    const name = recordTypeOf(description);
    if (name === null) continue;
    const properties = { ...types.get(name)?.properties, ...propertiesOf(description.resultSchema) };
    types.set(name, { name, properties });
  }
  return [...types.values()];
}

/** Markdown: the members that all records have, then each record type with its other members and an example. */
export function writeRecords(board: BoardInfo): string[] {
  const types = recordTypesOf(board);
  const [first] = types.filter(({ properties }) => COMMON.every((name) => name in properties));
  return [
    'Members of every record; examples leave them out. `thread_id` of a thread, `fact_id` of a fact and so on repeat `id`.',
    '',
    ...COMMON.flatMap((name) => (first?.properties[name] ? [writeMember(name, first.properties[name])] : [])),
    '',
    ...types.flatMap(writeRecordType),
  ];
}

function writeRecordType({ name, properties }: RecordType): string[] {
  const own = Object.entries(properties).filter(([member]) => !isCommon(member, name));
  const sample = Object.fromEntries(
    own.map(([member, schema]) => [member, withoutCommon(sampleOf(member, schema))]),
  );
  return [
    `### ${name}`,
    '',
    ...own.map(([member, schema]) => writeMember(member, schema)),
    '',
    ...codeBlock('json', [JSON.stringify(sample)]),
  ];
}

/** `thread_id` of a thread repeats `id`. */
const isCommon = (member: string, name: string): boolean =>
  COMMON.includes(member) || member === `${name}_id`;

/** An example without the members that every record has, at any depth. Records in it are shown by their type. */
function withoutCommon(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCommon);
  if (typeof value !== 'object' || value === null) return value;
  if ('type' in value && 'id' in value) return { type: value.type, '…': '…' };
  const kept = Object.entries(value).filter(([member]) => !COMMON.includes(member));
  return Object.fromEntries(kept.map(([member, inner]) => [member, withoutCommon(inner)]));
}

function writeMember(name: string, schema: JsonSchema): string {
  const { description, enum: values } = schema;
  const text = typeof description === 'string' ? description : '';
  const listed = Array.isArray(values)
    ? ` One of ${values.filter((value) => value !== null).join(', ')}.`
    : '';
  return `- \`${name}\`: ${text}${listed}`;
}
