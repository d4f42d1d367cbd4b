// URLs alone: the index of actions, and answers as text.
import type { Body } from '../board/http.ts';
import type { Schema } from '../generators/json-schema-values.ts';
import { connectByHttp } from './http-caller.ts';
import type { Field, Operation } from './operation.ts';
import { readLinks } from './links.ts';
import { parseLines } from './text-lines.ts';
import type { ReadGuide } from './walk.ts';
import { fillTemplate } from './wire.ts';
import { lookUp } from './words.ts';

export const readGetGuide: ReadGuide = async (wire, index: Body) => {
  const text = (await wire.readDocument(index.interfaces.get.url)) as string;
  const sections = text.split('\n\n').map((section) => section.split('\n'));
  const sharedFields = new Map(sections.flatMap((lines) => (isTemplate(lines[1]) ? [] : readFields(lines))));
  return {
    operations: [
      ...sections.filter((lines) => isTemplate(lines[1])).flatMap((lines) => readAction(lines, sharedFields)),
      ...readLinks(text, wire.base),
    ],
    connect: () => Promise.resolve(connectByHttp(wire, {}, parseLines)),
  };
};

const isTemplate = (line: string | undefined): boolean => line?.startsWith('/') === true;

type Descriptions = ReadonlyMap<string, string>;

/** Reads the lines of fields: `  name description`. */
const readFields = (lines: readonly string[]): [string, string][] =>
  lines.flatMap((line): [string, string][] => {
    const [, name, description] = /^ {2}(\w+) (.*)$/.exec(line) ?? [];
    return name === undefined || name === 'also' ? [] : [[name, description ?? '']];
  });

/** Reads a section: a summary, URL templates, and fields. `also` names fields that several actions take. */
function readAction([summary = '', ...lines]: readonly string[], shared: Descriptions): Operation[] {
  const also =
    lines
      .find((line) => line.startsWith('  also '))
      ?.slice(7)
      .split(', ') ?? [];
  const fields = new Map([
    ...readFields(lines),
    ...also.map((name) => [name, shared.get(name) ?? ''] as const),
  ]);
  return lines.filter(isTemplate).map((template) => createOperation(summary, template, fields));
}

function createOperation(summary: string, template: string, descriptions: Descriptions): Operation {
  const [address = '', query = ''] = template.split('?');
  const inTemplate = [...query.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const required = inTemplate.filter((name) => descriptions.has(name));
  const constant = query
    .split('&')
    .filter((pair) => /^\w+=\w+$/.test(pair))
    .map((pair) => pair.split('=')[0]);
  const optional = [...descriptions.keys()].filter(
    (name) => !inTemplate.includes(name) && !constant.includes(name),
  );
  const toField = (name: string): Field => ({
    name,
    required: required.includes(name),
    schema: toSchema(descriptions.get(name) ?? ''),
  });
  return {
    name: address,
    summary,
    writes: null,
    fields: [...required, ...optional].map(toField),
    call: (values, { request, credentials }) => {
      const encode = (name: string) =>
        encodeURIComponent(toText(values[name] ?? lookUp(credentials, name), descriptions.get(name)));
      const more = Object.keys(values)
        .filter((name) => !required.includes(name))
        .map((name) => `${name}=${encode(name)}`);
      const filled = fillTemplate(query, encode);
      return request({
        method: 'GET',
        url: `${address}?${[filled, ...more].filter((pair) => pair !== '').join('&')}`,
      });
    },
  };
}

/** Writes a value: the items of a `list` are separated by commas, other lists and objects are JSON. */
const toText = (value: Body, description = ''): string => {
  if (Array.isArray(value) && /^(\* )?list\b/.test(description)) return value.join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Reads the description of a field: `* 1–200 characters; The subject`, `a|b|c`, `id`, `list, at most 16`. */
function toSchema(description: string): Schema {
  const [form = ''] = description.replace(/^\* /, '').split(/[;,] /);
  if (/^(list of )?[\w/-]+(\|[\w/-]+)+$/.test(form)) return { enum: form.replace('list of ', '').split('|') };
  if (form === 'id') return { type: 'string', format: 'uuid' };
  if (form.startsWith('JSON array')) return { type: 'array', items: toItems(description) };
  if (form === 'JSON object') return { type: 'object' };
  const [, maximum] = /^\d+–(\d+) characters/.exec(form) ?? [];
  if (maximum !== undefined) return { type: 'string', maxLength: Number(maximum) };
  return /^(\d+–\d+|at least \d+)$/.test(form) ? { type: 'integer' } : { type: 'string' };
}

/** Reads the items of a list: objects for `JSON array of {quote?, title?, url}`, otherwise texts. */
function toItems(description: string): Schema {
  const [, members] = /\{(.*?)\}/.exec(description.split(';')[0] ?? '') ?? [];
  if (members === undefined) return { type: 'string' };
  const names = members.split(', ');
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), { type: 'string' }])),
    required: names.filter((name) => !name.endsWith('?')),
  };
}
