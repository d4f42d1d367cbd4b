import { MAX_CODE_UNITS_PER_CHARACTER, normalize } from '../../schema/contract.ts';
import { MAX_SUGGESTIONS, MAX_UNKNOWN_NAMES, suggestName } from '../http/binding/parameters/unknown-names.ts';
import { codeOf, RpcError } from './errors.ts';
import { createParamsRefusal, type ParamIssue } from './param-issues.ts';
import type { JsonObject, Message, SendParams } from './request.ts';
import { type Skill, skills } from './skills.ts';

/** The skill that a message requests, with its input. Values are unchecked: the schema validates them. */
export interface SkillRequest {
  readonly skill: Skill['id'];
  readonly body: unknown;
  readonly subject: unknown;
  /** Known members of the data parts and of `message.metadata`, by name, without those that are null. */
  readonly fields: JsonObject;
}

/** An object of the request that may contain fields of a skill. */
interface FieldSource {
  readonly members: JsonObject;
  readonly path: readonly PropertyKey[];
  /** Names that the object may have. */
  readonly allowedNames: readonly string[];
}

/** The maximum of the schema, which would refuse a longer first line. */
const MAX_SUBJECT_LENGTH = 200;

/**
 * Returns the skill that a message requests, with its input. Text parts form the body; a missing subject is the first
 * line of the body. Throws -32602 for an unknown skill, for members that the skill does not take, and for a member that
 * occurs twice; -32005 for a file part.
 */
export function readSkillRequest({ message, metadata }: SendParams): SkillRequest {
  const texts = message.parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const dataParts = readDataParts(message);
  const fields = mergeFields([...dataParts.map(({ members }) => members), message.metadata ?? {}]);
  const skill = readSkill(fields, message);
  const textName = skill.id === 'inquire' && fields['question'] !== undefined ? 'question' : 'body';
  const metadataNames = ['skill', ...skill.fields];
  const dataNames = texts.length > 0 ? metadataNames : [...metadataNames, textName];
  assertKnownNames(skill, [
    ...dataParts.map((part) => ({ ...part, allowedNames: dataNames })),
    { members: message.metadata ?? {}, path: ['message', 'metadata'], allowedNames: metadataNames },
    { members: metadata ?? {}, path: ['metadata'], allowedNames: [] },
  ]);
  const body = texts.length > 0 ? texts.join('\n\n') : (fields[textName] ?? '');
  return { skill: skill.id, body, subject: fields['subject'] ?? firstLineOf(body), fields };
}

function readDataParts({ parts }: Message): Omit<FieldSource, 'allowedNames'>[] {
  return parts.flatMap((part, index) => {
    if (part.kind === 'file') throw createFilesNotSupported(index, part.member);
    return part.kind === 'data' ? [{ members: part.data, path: ['message', 'parts', index, 'data'] }] : [];
  });
}

const FIELD_NAMES = [...new Set(['skill', 'body', 'question', ...skills.flatMap(({ fields }) => fields)])];

/** Copies only known names, so that `__proto__` from the request never reaches an object. Null counts as absent. */
const mergeFields = (sources: readonly JsonObject[]): JsonObject =>
  Object.fromEntries(
    sources.flatMap((members) =>
      FIELD_NAMES.filter((name) => Object.hasOwn(members, name) && members[name] !== null).map((name) => [
        name,
        members[name],
      ]),
    ),
  );

/** The skill in the field `skill`, or else the skill that `taskId` or the other fields imply. */
function readSkill(fields: JsonObject, message: Message): Skill {
  const id = fields['skill'] ?? impliedSkill(fields, message);
  const skill = skills.find((candidate) => candidate.id === id);
  if (skill) return skill;
  const problem = `Must be one of ${skills.map((candidate) => candidate.id).join(', ')}`;
  throw createInvalidParamsError([{ path: ['message', 'metadata', 'skill'], message: problem }]);
}

function impliedSkill(fields: JsonObject, { taskId }: Message): Skill['id'] {
  if (taskId !== undefined || fields['inquiry_id'] !== undefined) return 'answer';
  return fields['answer_schema'] === undefined ? 'share' : 'inquire';
}

/** Throws -32602 for unknown names, which would otherwise be ignored, and for every occurrence of a name after the first. */
function assertKnownNames(skill: Skill, sources: readonly FieldSource[]): void {
  const seen = new Set<string>();
  const message = describeFields(skill);
  let suggestions = 0;
  const findIssues = ({ members, path: parent, allowedNames }: FieldSource) =>
    Object.keys(members)
      .values()
      .flatMap((name): ParamIssue[] => {
        const path = [...parent, name];
        if (!allowedNames.includes(name)) {
          suggestions += 1;
          const didYouMean = suggestions <= MAX_SUGGESTIONS ? suggestName(name, allowedNames) : undefined;
          const hint = didYouMean === undefined ? '' : `; did you mean ${didYouMean}?`;
          return [{ path, message: message + hint, type: 'unknown_parameter', didYouMean }];
        }
        const isRepeated = seen.has(name);
        seen.add(name);
        return isRepeated ? [{ path, message: 'Must be given only once', type: 'value_error' }] : [];
      });
  // Lazy: names after the last reported issue are not looked at.
  const issues = sources.values().flatMap(findIssues).take(MAX_UNKNOWN_NAMES).toArray();
  if (issues.length > 0) throw createInvalidParamsError(issues);
}

function describeFields({ id, fields }: Skill): string {
  const taken = `The skill ${id} takes ${['skill', ...fields].join(', ')} in message.metadata`;
  return id === 'answer' ? `${taken}; an answer in JSON is a text part` : taken;
}

const createInvalidParamsError = (issues: readonly ParamIssue[]) =>
  new RpcError(codeOf.invalidParams, createParamsRefusal(issues));

function createFilesNotSupported(index: number, member: string): RpcError {
  const path = ['message', 'parts', index, member];
  const message = 'Must be text or data: the board does not accept files';
  return new RpcError(codeOf.contentNotSupported, createParamsRefusal([{ path, message }]));
}

/**
 * The first line that is not empty, in NFC, which can be longer or shorter than the text, and at most 200 characters of it. Runs of
 * white space become one space: a subject has no tabs. The function `first_line` of the database computes the same line: the
 * subject is hidden and unhidden with the text.
 */
function firstLineOf(body: unknown): string {
  if (typeof body !== 'string') return '';
  const line = body.split('\n').find((text) => text.trim() !== '') ?? '';
  const start = Array.from(line.trim().replaceAll(/\s+/g, ' '))
    .slice(0, MAX_SUBJECT_LENGTH * MAX_CODE_UNITS_PER_CHARACTER)
    .join('');
  return Array.from(normalize(start, 'NFC')).slice(0, MAX_SUBJECT_LENGTH).join('');
}
