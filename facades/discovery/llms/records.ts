import type { JsonSchema, OperationDescription } from '../../../schema/contract.ts';
import type { BoardInfo } from '../board-info.ts';
import { toRestCall } from '../http-call.ts';
import { codeBlock } from './markdown.ts';
import { SAMPLE_ID, sampleOf } from './samples.ts';

type Properties = Readonly<Record<string, JsonSchema>>;

/** A record type of the responses, with the members of its records. */
interface DescribedRecord {
  readonly name: string;
  readonly properties: Properties;
}

/** Members that most records have, described once. */
const COMMON_MEMBERS = [
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

/** Members that replace long text in the brief view, explained in the introduction. */
const BRIEF_VIEW_MEMBERS = ['excerpt', 'bytes'];

/**
 * The record type of an operation's result: the constant of `type`, or the name in its description; null if it has neither.
 */
export function recordTypeOf({ resultSchema }: Pick<OperationDescription, 'resultSchema'>): string | null {
  const { type } = propertiesOf(resultSchema);
  if (typeof type?.['const'] === 'string') return type['const'];
  const description = typeof type?.['description'] === 'string' ? type['description'] : '';
  return /^Always `(\w+)`/.exec(description)?.[1] ?? null;
}

const propertiesOf = ({ properties = {} }: JsonSchema): Properties => properties as Properties;

/** Record types that are left out, because few agents need them. */
const RARE_TYPES: ReadonlySet<string> = new Set(['webhook', 'delivery']);

/** The record types of REST responses, except `RARE_TYPES`, each with the members of all its responses. */
function recordTypesOf({ restRoutes, describe }: BoardInfo): readonly DescribedRecord[] {
  const types = new Map<string, DescribedRecord>();
  for (const { operation } of restRoutes) {
    const description = describe(operation);
    const name = recordTypeOf(description);
    if (name === null || RARE_TYPES.has(name)) continue;
    const properties = { ...types.get(name)?.properties, ...propertiesOf(description.resultSchema) };
    types.set(name, { name, properties });
  }
  return [...types.values()];
}

/**
 * For each record type, the names of the members that requests have as well: the parameters of the calls that write
 * such records.
 */
function requestMembersOf({
  restRoutes,
  describe,
}: BoardInfo): ReadonlyMap<string | null, ReadonlySet<string>> {
  const calls = restRoutes.map((route) => ({
    type: recordTypeOf(describe(route.operation)),
    names: toRestCall(route, describe).inBody.map(({ wireName }) => wireName),
  }));
  const byType = Map.groupBy(calls, ({ type }) => type);
  return new Map(
    [...byType].map(([type, group]) => [type, new Set(group.flatMap(({ names }) => names))] as const),
  );
}

/**
 * Markdown: the common members, then each record type with an example and its other members. Members
 * that requests have as well, or that an earlier type has with the same description, are described only there.
 */
export function writeRecords(board: BoardInfo): string[] {
  const types = recordTypesOf(board);
  const requestMembers = requestMembersOf(board);
  const [first] = types.filter(({ properties }) => COMMON_MEMBERS.every((name) => name in properties));
  const described = new Set<string>();
  return [
    'Members of most records; examples leave them out. `thread_id` of a thread, `fact_id` of a fact and so on repeat `id`; other members `…_id` are ids of related records, and `…_at` are times. Members that a request has as well are described with the request. In the brief view, `excerpt` (300 characters, without markup) and `bytes` (of the whole text) replace the long text of listed records.',
    '',
    ...COMMON_MEMBERS.flatMap((name) =>
      first?.properties[name] ? [writeMember(name, first.properties[name])] : [],
    ),
    '',
    ...types.flatMap((type) => writeRecordType(type, requestMembers.get(type.name) ?? new Set(), described)),
  ];
}

/** Describes a record type. Adds the members that it describes to `described`. */
function writeRecordType(
  { name, properties }: DescribedRecord,
  requestMembers: ReadonlySet<string>,
  described: Set<string>,
): string[] {
  const own = Object.entries(properties).filter(([member]) => !isCommon(member, name));
  const sample = Object.fromEntries(
    own.map(([member, schema]) => [member, withoutCommon(sampleOf(member, schema))]),
  );
  const lines = own
    .filter(([member]) => !requestMembers.has(member) && !EXPLAINED_NAME.test(member))
    .map(([member, schema]) => writeMember(member, schema))
    .filter((line) => !described.has(line));
  for (const line of lines) described.add(line);
  return [
    `### ${name}`,
    ...codeBlock('json', [JSON.stringify(sample).replaceAll(SAMPLE_ID, '019a5e1c-…')]).slice(0, -1),
    ...lines,
    '',
  ];
}

/** Matches the names of members that the introduction explains. */
const EXPLAINED_NAME = /_(?:id|at)$/;

/** Whether the member is explained once for all types. `thread_id` of a thread repeats `id`. */
const isCommon = (member: string, name: string): boolean =>
  COMMON_MEMBERS.includes(member) || BRIEF_VIEW_MEMBERS.includes(member) || member === `${name}_id`;

/** An example without `COMMON_MEMBERS`, at any depth. Records in it are shown by their type. */
function withoutCommon(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutCommon);
  if (typeof value !== 'object' || value === null) return value;
  if ('type' in value && 'id' in value) return { type: value.type, '…': '…' };
  const kept = Object.entries(value).filter(([member]) => !COMMON_MEMBERS.includes(member));
  return Object.fromEntries(kept.map(([member, inner]) => [member, withoutCommon(inner)]));
}

function writeMember(name: string, schema: JsonSchema): string {
  const { description, enum: values } = schema;
  const text = typeof description === 'string' ? firstSentence(description) : '';
  const listed =
    Array.isArray(values) && values.length > 1
      ? ` One of ${values.filter((value) => value !== null).join(', ')}.`
      : '';
  return `- \`${name}\`: ${text}${listed}`;
}

/** Returns the first sentence. The sentences after it mostly say when the member is null. */
const firstSentence = (text: string): string => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
