import { codeOf, RpcError } from './errors.ts';
import { type ParamIssue, invalidParams } from './param-issues.ts';
import type { JsonObject, Message, SendParams } from './request.ts';
import { type Skill, skills } from './skills.ts';

/** What a message asks for, in the words of the board. Values are as they came: the schema checks them. */
export interface SkillRequest {
  readonly skill: Skill['id'];
  readonly body: unknown;
  readonly subject: unknown;
  /** What the data parts and the metadata say, by name. */
  readonly fields: JsonObject;
}

/** An object of the request that says what to do. */
interface Source {
  readonly members: JsonObject;
  readonly place: readonly PropertyKey[];
  /** Names that it may have. */
  readonly known: readonly string[];
}

const SUBJECT_MAX = 200;

/**
 * Reads what a message asks for. Throws -32602 for an unknown skill and for members that the skill does not take,
 * -32005 for a part that is a file.
 */
export function readSkillRequest({ message, metadata }: SendParams): SkillRequest {
  const texts = message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const data = dataIn(message);
  const told = tellAll([...data.map(({ members }) => members), message.metadata ?? {}]);
  const skill = skillOf(told, message);
  const textName = skill.id === 'inquire' && told['question'] !== undefined ? 'question' : 'body';
  const known = ['skill', ...skill.fields];
  const knownData = texts.length > 0 ? known : [...known, textName];
  assertKnown(skill, [
    ...data.map((part) => ({ ...part, known: knownData })),
    { members: message.metadata ?? {}, place: ['message', 'metadata'], known },
    { members: metadata ?? {}, place: ['metadata'], known: [] },
  ]);
  const body = texts.length > 0 ? texts.join('\n\n') : (told[textName] ?? '');
  return { skill: skill.id, body, subject: told['subject'] ?? firstLineOf(body), fields: told };
}

function dataIn({ parts }: Message): Omit<Source, 'known'>[] {
  return parts.flatMap((part, index) => {
    if (part.kind === 'file') throw noFiles(index);
    return part.kind === 'data' ? [{ members: part.data, place: ['message', 'parts', index, 'data'] }] : [];
  });
}

const NAMES = [...new Set(['skill', 'body', 'question', ...skills.flatMap(({ fields }) => fields)])];

/** By the names of the board alone: no name of the caller’s reaches a prototype. Null is as good as absent. */
const tellAll = (sources: readonly JsonObject[]): JsonObject =>
  Object.fromEntries(
    sources.flatMap((members) =>
      NAMES.filter((name) => Object.hasOwn(members, name) && members[name] !== null).map((name) => [
        name,
        members[name],
      ]),
    ),
  );

/** The skill that is named; else the one that the message implies. */
function skillOf(told: JsonObject, message: Message): Skill {
  const named = told['skill'] ?? impliedBy(told, message);
  const skill = skills.find(({ id }) => id === named);
  if (skill) return skill;
  const problem = `Must be one of ${skills.map(({ id }) => id).join(', ')}`;
  throw refusal([{ path: ['message', 'metadata', 'skill'], message: problem }]);
}

function impliedBy(told: JsonObject, { taskId }: Message): Skill['id'] {
  if (taskId !== undefined || told['inquiry_id'] !== undefined) return 'answer';
  return told['answer_schema'] === undefined ? 'share' : 'inquire';
}

/** Refuses members that would be ignored: names that are not known, and all but the first of one name. */
function assertKnown(skill: Skill, sources: readonly Source[]): void {
  const given = new Set<string>();
  const faults = sources.flatMap(({ members, place, known }) =>
    Object.keys(members).flatMap((name): ParamIssue[] => {
      const path = [...place, name];
      const takes = `The skill ${skill.id} takes ${['skill', ...skill.fields].join(', ')} in message.metadata`;
      if (!known.includes(name)) return [{ path, message: takes, type: 'unknown_parameter' }];
      const isRepeated = given.has(name);
      given.add(name);
      return isRepeated ? [{ path, message: 'Is given more than once', type: 'value_error' }] : [];
    }),
  );
  if (faults.length > 0) throw refusal(faults);
}

const refusal = (faults: readonly ParamIssue[]) => new RpcError(codeOf.params, invalidParams(faults));

function noFiles(index: number): RpcError {
  const path = ['message', 'parts', index, 'kind'];
  const message = 'The board takes text and data, not files';
  return new RpcError(codeOf.contentNotSupported, invalidParams([{ path, message }]));
}

/** A missing subject is the first line of the text. */
function firstLineOf(body: unknown): string {
  if (typeof body !== 'string') return '';
  const line = body.split('\n').find((text) => text.trim() !== '') ?? '';
  return Array.from(line.trim()).slice(0, SUBJECT_MAX).join('');
}
