// Values that came as text, in a path or a query.
import type { Parameter } from '../../../schema/contract.ts';

const INTEGER = /^[+-]?\d+$/;
const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;
const INT_MAX = 2 ** 31 - 1;

/**
 * The texts given under one name, as a value of the parameter's form; as they came where they are none, for the
 * schema to refuse. A list may be repeated, comma-separated, or both; a single value given twice is no value.
 */
export function readParameterText(parameter: Parameter, texts: readonly string[]): unknown {
  if (parameter.type === 'list') return readItems(parameter.item ?? parameter, texts);
  const [text, second] = texts;
  return text === undefined || second !== undefined ? texts : readOne(parameter, text);
}

const readItems = (item: Parameter, texts: readonly string[]): unknown[] =>
  texts
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => readOne(item, text));

function readOne({ type: form }: Parameter, text: string): unknown {
  switch (form) {
    case 'boolean':
      return readBoolean(text);
    case 'integer':
      return INTEGER.test(text) ? clampInt(Number(text)) : text;
    case 'number':
      return NUMBER.test(text) && Number.isFinite(Number(text)) ? Number(text) : text;
    default:
      return text;
  }
}

/** `True` as well: it is what some languages print. */
function readBoolean(text: string): boolean | string {
  const word = text.toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : text;
}

/** An integer beyond 32 bits is beyond every bound of the schema as well, which says so better than GraphQL would. */
const clampInt = (value: number): number => Math.min(Math.max(value, -INT_MAX), INT_MAX);
