// REST, as llms.txt describes it: each call on one line.
import type { Body } from '../board/http.ts';
import type { Schema } from '../generators/json-schema-values.ts';
import { connectByHttp } from './http-caller.ts';
import type { Field, Operation } from './operation.ts';
import type { ReadGuide } from './walk.ts';
import { fillTemplate } from './wire.ts';

/** A line that describes a call: `POST /v1/threads/{thread_id}/posts {body, reply_to?} → post`. */
const SIGNATURE =
  /^(GET|POST|PUT|PATCH|DELETE) (\/[^\s?]*)(?:\?(\S+))?(?: \[(.*)\])?(?: (\{.*\}))?(?: → (\S+))?$/;

export const readRestGuide: ReadGuide = async (wire, index: Body) => {
  const text = (await wire.readDocument(index.interfaces.rest.reference)) as string;
  return {
    operations: [readFirstCall(index), ...text.split('\n').flatMap((line) => readSignature(line))],
    connect: () => Promise.resolve(connectByHttp(wire, index.headers)),
  };
};

/** The call with which an agent begins, as the index at `/` shows it. */
export function readFirstCall({ first_call: { method, path, body } }: Body): Operation {
  const members = Object.keys(body as object).map((name) => toField(name));
  return createOperation({ method, path, query: [], members, result: '' });
}

interface Signature {
  readonly method: string;
  readonly path: string;
  readonly query: readonly Field[];
  readonly members: readonly Field[];
  readonly result: string;
}

function readSignature(line: string): Operation[] {
  const [, method, path, required, optional, members, result] = SIGNATURE.exec(line) ?? [];
  if (!method || !path) return [];
  const query = [
    ...(required?.split('&') ?? []).map((name) => toField(name)),
    ...splitTerms(optional ?? '').map((term) => ({ ...toField(term.replace('=', ':')), required: false })),
  ];
  const inBody = splitTerms(members?.slice(1, -1) ?? '').map((term) => toField(term));
  return [createOperation({ method, path, query, members: inBody, result: result ?? '' })];
}

function createOperation({ method, path, query, members, result }: Signature): Operation {
  const pathFields = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => toField(name!));
  return {
    name: path,
    summary: result,
    writes: method !== 'GET',
    fields: [...pathFields, ...query, ...members],
    call: (values, caller) => {
      const entriesOf = (fields: readonly Field[]) =>
        fields.filter(({ name }) => name in values).map(({ name }) => [name, values[name]] as [string, Body]);
      const search = new URLSearchParams(entriesOf(query)).toString();
      const filledPath = fillTemplate(path, (name) => encodeURIComponent(values[name] as string));
      return caller.request({
        method,
        url: search === '' ? filledPath : `${filledPath}?${search}`,
        ...(members.length > 0 && { body: Object.fromEntries(entriesOf(members)) }),
      });
    },
  };
}

/** Reads a field: `name`, `name?:integer`, `name:a|b`, `name?:[{title?, url}]`. */
function toField(term: string): Field {
  const [, name = '', optional, type = ''] = /^(\w+)(\?)?(?::(.*))?$/.exec(term) ?? [];
  return { name, required: optional === undefined, schema: toSchema(type) };
}

function toSchema(type: string): Schema {
  if (type === '') return { type: 'string' };
  if (type === 'integer' || type === 'boolean') return { type };
  if (type.startsWith('[')) return { type: 'array', items: toSchema(type.slice(1, -1)) };
  if (type === 'text') return { type: 'string' };
  if (type === 'any') return {};
  const forms = splitTerms(type, '|');
  if (forms.length > 1 && forms.some((form) => form === 'text' || '{['.includes(form[0]!)))
    return { anyOf: forms.map((form) => toSchema(form)) };
  if (!type.startsWith('{')) return { enum: forms };
  const fields = splitTerms(type.slice(1, -1)).map((term) => toField(term));
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** Splits at the separators outside brackets. `…` stands for the parameters that all lists have. */
function splitTerms(text: string, separator = ','): string[] {
  const terms: string[] = [''];
  let depth = 0;
  for (const character of text) {
    depth += '{['.includes(character) ? 1 : '}]'.includes(character) ? -1 : 0;
    if (character === separator && depth === 0) terms.push('');
    else terms.push(`${terms.pop() ?? ''}${character}`);
  }
  return terms
    .map((term) => term.trim())
    .filter((term) => term !== '')
    .flatMap((term) => (term === '…' ? ['limit?:integer', 'cursor?'] : [term]));
}
