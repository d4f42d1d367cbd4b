// A strict parser for pages of the site. Anything but well-nested HTML with quoted attributes is an error, so that
// every browser builds the same document.

/** An element with its decoded attributes. */
export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Names of the ancestors, outermost first. */
  readonly within: readonly string[];
}

export interface Page {
  readonly elements: readonly Element[];
  /** All text, decoded. */
  readonly text: string;
}

const VOID = new Set(['meta', 'link', 'input', 'img', 'br', 'hr']);
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

const START = /<([a-z][a-z0-9]*)((?:\s+[a-zA-Z][a-zA-Z0-9:-]*(?:="[^"<>]*")?)*)\s*\/?>/y;
const END = /<\/([a-z][a-z0-9]*)\s*>/y;
const TEXT = /[^<>]+/y;
const ATTRIBUTE = /([a-zA-Z][a-zA-Z0-9:-]*)(?:="([^"]*)")?/g;

/** Decodes the character references that the site writes. Throws on unknown references. */
export const decodeEntities = (escaped: string): string =>
  // Most texts have no reference.
  escaped.includes('&') ? escaped.replaceAll(/&[^;\s]{0,8};?/g, decodeEntity) : escaped;

function decodeEntity(entity: string): string {
  const character = ENTITIES[entity];
  if (character === undefined) throw new Error(`unknown character reference ${entity}`);
  return character;
}

/** Parses a document from its doctype to its end. Throws on malformed markup. */
export function parsePage(source: string): Page {
  const doctype = '<!doctype html>';
  if (!source.startsWith(doctype)) throw new Error('the document does not start with <!doctype html>');
  const elements: Element[] = [];
  const open: string[] = [];
  const texts: string[] = [];
  let at = doctype.length;
  while (at < source.length) {
    const pattern = patternAt(source, at);
    const token = takeToken(source, at, pattern);
    at += token[0].length;
    if (pattern === TEXT) texts.push(decodeEntities(token[0]));
    else if (pattern === END) assertOpen(open.pop(), token);
    else elements.push(toElement(token, open));
  }
  if (open.length > 0) throw new Error(`unclosed elements: ${open.join(' ')}`);
  return { elements, text: texts.join('') };
}

/** The pattern of the token that begins at this index. */
function patternAt(source: string, at: number): RegExp {
  if (source[at] !== '<') return TEXT;
  return source[at + 1] === '/' ? END : START;
}

function takeToken(source: string, at: number, pattern: RegExp): RegExpExecArray {
  pattern.lastIndex = at;
  const token = pattern.exec(source);
  if (token) return token;
  throw new Error(`malformed markup: ${source.slice(at, at + 80)}`);
}

function assertOpen(innermost: string | undefined, [tag, name]: RegExpExecArray): void {
  if (innermost !== name) throw new Error(`${tag} does not close the innermost element`);
}

function toElement([, name = '', attributeText = '']: RegExpExecArray, open: string[]): Element {
  const attributes = new Map<string, string>();
  for (const [, key = '', value = ''] of attributeText.matchAll(ATTRIBUTE)) {
    if (attributes.has(key)) throw new Error(`duplicate attribute ${key}`);
    attributes.set(key, decodeEntities(value));
  }
  const element = { name, attributes, within: [...open] };
  if (!VOID.has(name)) open.push(name);
  return element;
}
