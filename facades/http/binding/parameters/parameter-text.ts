import { BoardError, type Parameter } from '../../../../schema/contract.ts';
import { readJsonOrText } from '../../codec/json.ts';

const INTEGER = /^[+-]?\d+$/;
const NUMBER = /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i;
const MAX_INT = 2 ** 31 - 1;

/**
 * Converts the texts of one path or query parameter to a value of its type. Text that does not match the type is
 * returned unchanged, so that the schema reports it. The items of a list may be separated by commas, given in repeated parameters,
 * or both. Throws `validation_failed` if a parameter that is not a list is given twice. Also throws as `readJsonOrText` does.
 */
export function readParameterText(parameter: Parameter, texts: readonly string[]): unknown {
  if (parameter.type === 'list')
    return readItems({ ...(parameter.item ?? parameter), wireName: parameter.wireName }, texts);
  if (texts.length > 1) throw createRepeatedError(parameter.wireName);
  return readValue(parameter, texts[0] ?? '');
}

/** The error for a parameter that is given twice and is not a list. */
export const createRepeatedError = (wireName: string): BoardError =>
  new BoardError('validation_failed', `The parameter ${wireName} is given twice`, {
    issues: [{ path: [], loc: ['query', wireName], msg: 'Is given twice', type: 'repeated' }],
  });

/**
 * Reads the items of a list. Commas do not separate items that are objects or any JSON, because JSON and prose contain commas:
 * each text is one item or a JSON array of items.
 */
const readItems = (item: Parameter, texts: readonly string[]): unknown[] =>
  item.type === 'json' || item.type === 'object'
    ? texts.flatMap((text) => readValue(item, text))
    : texts
        .flatMap((text) => text.split(','))
        .map((text) => text.trim())
        .filter((text) => text !== '')
        .map((text) => readValue(item, text));

function readValue({ type, wireName }: Parameter, text: string): unknown {
  switch (type) {
    case 'json':
    case 'object':
      return readJsonOrText(wireName, text);
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

/** Ignores case: Python prints `True`. */
function readBoolean(text: string): boolean | string {
  const word = text.toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : text;
}

/**
 * Clamps to 32 bits, which is beyond every limit of the schema. The error then names the limit; GraphQL's own error
 * would only say that the value is not a 32-bit integer.
 */
const clampInt = (value: number): number => Math.min(Math.max(value, -MAX_INT), MAX_INT);
