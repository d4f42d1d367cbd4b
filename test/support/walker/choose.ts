// Chooses the operation for a job, and its values.
import type { Body } from '../board/http.ts';
import type { Datum, Fitting, Job, Reference } from './job.ts';
import type { Field, Operation, Values } from './operation.ts';
import { shape } from './values.ts';
import { findAlternative, findMember, listObjects, lookUp, toWords } from './words.ts';

interface Choice {
  readonly operation: Operation;
  readonly values: Values;
}

type Answers = ReadonlyMap<string, Body>;

/** The best operation for a job among those with values for all required fields, else a link in an earlier answer. */
export function chooseOperation(
  job: Job,
  operations: readonly Operation[],
  answers: Answers,
): Choice | undefined {
  const choices = operations
    // For a job that reads, an operation that writes is considered only if its name has the words.
    .filter(({ writes, name }) => writes !== !job.writes || (writes && findAlternative(job.words, name) >= 0))
    .flatMap((operation) => {
      // A tool that reads and writes, such as one for an inbox, comes after those that only read.
      const rank = rankOf(job, operation);
      const values = rank && chooseValues(job, operation.fields, answers);
      return values ? [{ operation, values, rank }] : [];
    });
  return choices.toSorted((a, b) => compareRanks(a.rank, b.rank))[0] ?? followLink(job, answers);
}

/** A link in the answers that the job is about, by the name of its member or by its URL. */
function followLink({ words, about = [] }: Job, answers: Answers): Choice | undefined {
  const links = about
    .flatMap((job) => listObjects(answers.get(job)))
    .flatMap((object) => Object.entries(object as Record<string, Body>))
    .filter(([, value]) => typeof value === 'string' && /^https?:\/\/\S+$/.test(value))
    .filter(([name, url]) => findAlternative(words, `${name} ${url}`) >= 0);
  const [name, url] = links[0] ?? [];
  if (name === undefined) return undefined;
  const call: Operation['call'] = (_, { request }) => request({ method: 'GET', url: url as string });
  return { operation: { name, summary: '', writes: false, fields: [], call }, values: {} };
}

/**
 * The rank of an operation: the lowest is the best. For a job that reads, operations that only read come first. Then come
 * earlier alternatives, words in the name rather than in the summary, fewer required fields, and fewer words. Null if the name
 * and the first sentence of the summary together have no alternative.
 */
function rankOf(
  { words, writes: isWrite }: Job,
  { name, summary, fields, writes }: Operation,
): readonly number[] | null {
  const text = `${name} ${summary.split(/[.;]\s/)[0] ?? ''}`;
  const alternative = findAlternative(words, text);
  if (alternative < 0) return null;
  return [
    writes === true && !isWrite ? 1 : 0,
    alternative,
    findAlternative(words, name) < 0 ? 1 : 0,
    fields.filter(({ required }) => required).length,
    toWords(text).length,
  ];
}

const compareRanks = (a: readonly number[], b: readonly number[]): number =>
  a.map((rank, i) => rank - (b[i] ?? 0)).find((difference) => difference !== 0) ?? 0;

/**
 * Values for the data, the required fields and some optional fields. Null if there is a datum that no field takes, or a required
 * field without a value.
 */
function chooseValues(job: Job, fields: readonly Field[], answers: Answers): Values | null {
  const values: Record<string, Body> = {};
  for (const [meaning, datum] of Object.entries(job.data ?? {})) {
    const field = findField(fields, meaning, datum);
    const value = field && resolve(datum, { meaning, isAnyId: field.name === 'id' }, answers);
    if (value === undefined) return null;
    values[field!.name] = shape(field!.schema, value);
  }
  for (const field of fields.filter(({ name }) => !(name in values))) {
    const value = field.required ? requiredValue(field, job, answers) : optionalValue(field, job);
    if (field.required && value === undefined) return null;
    if (value !== undefined) values[field.name] = value;
  }
  return values;
}

/** The field whose name has all words of the meaning. A reference may also go into the field `id`, which takes any record. */
function findField(fields: readonly Field[], meaning: string, datum: Datum): Field | undefined {
  const matches = fields
    .map((field) => ({ field, alternative: findAlternative(meaning, field.name) }))
    .filter(({ alternative }) => alternative >= 0)
    .filter(({ field }) => !Array.isArray(datum) || takesList(field))
    .toSorted((a, b) => a.alternative - b.alternative || a.field.name.length - b.field.name.length);
  return matches[0]?.field ?? (isReference(datum) ? fields.find(({ name }) => name === 'id') : undefined);
}

/** Whether a field takes a list: some documents have no types, and only the plural of the name shows it. */
const takesList = ({ name, schema }: Field): boolean => schema.type === 'array' || name.endsWith('s');

const isReference = (datum: Datum): datum is Reference => typeof datum === 'object' && 'of' in datum;

interface Target {
  readonly meaning: string;
  /** Whether the field takes the id of any record. */
  readonly isAnyId: boolean;
}

/** The value of a datum for a field. A reference is looked up in the answer to its job. */
function resolve(datum: Datum, { meaning, isAnyId }: Target, answers: Answers): Body {
  if (Array.isArray(datum))
    return datum.map((item: Reference) => resolve(item, { meaning: 'id', isAnyId: true }, answers));
  if (typeof datum === 'object' && 'fits' in datum) return fit(datum, answers);
  if (!isReference(datum)) return datum;
  const answer = answers.get(datum.of);
  const names = (datum.member ?? meaning).split('|');
  const answerValue = names.map((name) => lookUp(answer, name)).find((value) => value !== undefined);
  return answerValue ?? (isAnyId ? listObjects(answer).find(({ id }) => id !== undefined)?.id : undefined);
}

function fit({ fits, text }: Fitting, answers: Answers): Body {
  const schema = findMember(answers.get(fits), 'answer schema');
  return schema === undefined ? undefined : JSON.stringify(shape(schema, text));
}

const isId = ({ name, schema }: Field): boolean => schema.format === 'uuid' || toWords(name).includes('id');

function requiredValue(field: Field, { choose, text, about = [] }: Job, answers: Answers): Body {
  const { schema, name } = field;
  if (schema.enum) return schema.enum.find((value) => value === choose) ?? schema.enum[0];
  const knownValue = about
    .map((job) => lookUp(answers.get(job), name, isId(field)))
    .find((value) => value !== undefined);
  if (knownValue !== undefined || isId(field)) return knownValue;
  return text === undefined ? undefined : shape(schema, text);
}

/** For a write: the choice of the job, if the field allows it. For a list: five items in the brief view. */
function optionalValue({ name, schema }: Field, { writes, choose, data = {} }: Job): Body {
  if (writes) return schema.enum?.find((value) => value === choose);
  if (Object.keys(data).some((meaning) => !LIST_DATA.test(meaning))) return undefined;
  if (schema.enum) return schema.enum.find((value) => value === 'brief');
  return findAlternative('limit|first|page size', name) >= 0 ? 5 : undefined;
}

/** Data that select a page of a list, not one record. */
const LIST_DATA = /cursor/;
