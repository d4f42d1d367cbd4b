import { BoardError } from '../../../schema/contract.ts';
import { findJsonErrorPosition, describePosition } from './json-error-position.ts';
import { assertFiniteNumbers } from './json-numbers.ts';
import type { Bytes } from '../reply.ts';

/** Maximum nesting of arrays and objects. Deeper JSON is rejected, because code that walks it is recursive. */
const MAX_DEPTH = 64;

/**
 * Maximum commas and opening brackets, outside of text. A name counts as `NAME_SIZE` more, and a name that is the index of an array
 * as `INDEX_NAME_SIZE` more. Each counted unit takes up to 64 bytes of memory: a member with a new name takes up to 190, and one
 * with the name of an index up to 350, because V8 keeps it as an array element. Free JSON of a record has at most 1 000 values.
 */
const MAX_SIZE = 10_000;
const NAME_SIZE = 2;
const INDEX_NAME_SIZE = 6;

/** A name of one to ten digits, which may be escaped. */
const INDEX_NAME = /^(?:\d|\\u003\d){1,10}$/i;
const MAX_INDEX_NAME_LENGTH = 60;

const JSON_CONTENT_TYPE = /^\s*application\/json\s*(?:;(.*))?$/is;
const CHARSET = /(?:^|;)\s*charset\s*=\s*"?([^\s";]*)/i;
const utf8Decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Throws `unsupported_media_type` unless `Content-Type` is `application/json`, with charset UTF-8 or none, and the body
 * is not compressed.
 */
export function assertJsonContentType(headers: Headers): void {
  const type = JSON_CONTENT_TYPE.exec(headers.get('content-type') ?? '');
  const charset = CHARSET.exec(type?.[1] ?? '')?.[1] ?? 'utf-8';
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (type && /^utf-?8$/i.test(charset) && /^identity$/i.test(encoding)) return;
  throw new BoardError(
    'unsupported_media_type',
    'Send the body with Content-Type: application/json, in UTF-8 and not compressed',
  );
}

/**
 * Reads a body that is a JSON object. An empty body, which needs no `Content-Type`, is read as `{}`. Throws as
 * `assertJsonContentType` and `readJson` do, and `validation_failed` for JSON that is not an object.
 */
export function readJsonObject(headers: Headers, body: Bytes | null): Readonly<Record<string, unknown>> {
  if (body === null || body.byteLength === 0) return {};
  assertJsonContentType(headers);
  const value = readJson(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new BoardError('validation_failed', 'The body must be a JSON object', {
    issues: [{ path: [], loc: ['body'], msg: 'Must be an object', type: 'invalid_type' }],
  });
}

/** Reads a body as JSON. Throws as `parseText` and `assertFiniteNumbers` do, and `malformed_json` if the body is not UTF-8. */
export function readJson(body: Uint8Array): unknown {
  const value = parseText(decode(body), 'body');
  assertFiniteNumbers(value, ['body']);
  return value;
}

/** Reads a query parameter as JSON. Throws as `parseText` and `assertFiniteNumbers` do. */
export function readJsonParameter(name: string, text: string): unknown {
  const value = parseText(text, `parameter ${name}`);
  assertFiniteNumbers(value, ['query', name]);
  return value;
}

/**
 * Reads a query parameter that is a text or JSON. Text that begins with `{` or `[` and is valid JSON is parsed; all other
 * text is returned unchanged. Throws `malformed_request` and `validation_failed` as `readJson` does.
 */
export function readJsonOrText(name: string, text: string): unknown {
  const value = /^\s*[{[]/.test(text) ? parseOrNull(text) : null;
  if (value === null) return text;
  assertBounds(text);
  assertFiniteNumbers(value, ['query', name]);
  return value;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Parses a JSON-RPC message. Throws `malformed_json` without the position of the error, which takes ten times as long
 * to find as the JSON takes to parse, and `malformed_request` as `parseText` does. The caller checks the numbers
 * afterwards, because the error then has to contain the `id` of the message.
 */
export function parseRpcMessage(body: Uint8Array): unknown {
  const text = decode(body);
  assertBounds(text);
  try {
    return JSON.parse(text);
  } catch {
    throw new BoardError('malformed_json', 'The body is not valid JSON');
  }
}

/**
 * Parses text as JSON. Throws `malformed_json` with the position of the first syntax error, and `malformed_request` if
 * it is nested too deeply or has too many values.
 */
function parseText(text: string, source: string): unknown {
  assertBounds(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = findJsonErrorPosition(text, (error as Error).message);
    throw new BoardError(
      'malformed_json',
      `The ${source} is not valid JSON: syntax error at ${describePosition(text, position)}`,
      {
        members: { position },
      },
    );
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8Decoder.decode(bytes);
  } catch {
    throw new BoardError('malformed_json', 'The body is not UTF-8');
  }
}

/** Code units of the characters with which JSON quotes, escapes and nests. */
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const SPACES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const [OPEN_BRACKET, CLOSE_BRACKET] = [0x5b, 0x5d];
const [OPEN_BRACE, CLOSE_BRACE] = [0x7b, 0x7d];

/** Throws `malformed_request` for JSON that is nested too deeply or has too many values. */
function assertBounds(text: string): void {
  let depth = 0;
  let size = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isOpening = code === OPEN_BRACKET || code === OPEN_BRACE;
    if (code === QUOTE) {
      const end = endOfString(text, i);
      size += isName(text, end) ? sizeOfName(text.slice(i + 1, end)) : 0;
      i = end;
    } else if (isOpening) depth++;
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--;
    if (isOpening || code === COMMA) size++;
    if (depth > MAX_DEPTH)
      throw new BoardError('malformed_request', `The JSON is nested deeper than ${MAX_DEPTH} levels`);
    if (size > MAX_SIZE) throw createSizeError();
  }
}

const createSizeError = () =>
  new BoardError(
    'malformed_request',
    `The JSON has too many values: more than ${MAX_SIZE} commas and opening brackets; a name counts as ${NAME_SIZE} more, a name of one to ten digits as ${INDEX_NAME_SIZE} more`,
  );

/** Whether the text that ends at `end` is the name of a member: a colon follows. */
function isName(json: string, end: number): boolean {
  let next = end + 1;
  while (SPACES.has(json.charCodeAt(next))) next++;
  return json.charCodeAt(next) === COLON;
}

const sizeOfName = (name: string): number =>
  name.length <= MAX_INDEX_NAME_LENGTH && INDEX_NAME.test(name) ? INDEX_NAME_SIZE : NAME_SIZE;

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes precedes the character. */
function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (index - first) % 2 === 1;
}
