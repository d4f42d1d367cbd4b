// Reads a page of the site, and nothing but such a page: what is not plain, nested HTML with quoted attributes is an
// error, so that no browser can make something else of it.

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
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

export const decodeEntities = (escaped: string): string =>
  escaped.replaceAll(/&[^;\s]{0,8};?/g, (entity) => {
    const character = ENTITIES[entity];
    if (character === undefined) throw new Error(`“${entity}” is no character reference of ours`);
    return character;
  });

/** Reads a document from its doctype to its end. Throws where it is not as it should be. */
export function parsePage(source: string): Page {
  const doctype = '<!doctype html>';
  if (!source.startsWith(doctype)) throw new Error('it is no HTML document');
  const elements: Element[] = [];
  const open: string[] = [];
  const texts: string[] = [];
  let at = doctype.length;
  while (at < source.length) {
    const [written, kind] = takeFrom(source, at);
    at += written[0].length;
    if (kind === 'text') texts.push(decodeEntities(written[0]));
    else if (kind === 'end') assertOpen(open.pop(), written);
    else elements.push(toElement(written, open));
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(' ')}`);
  return { elements, text: texts.join('') };
}

const PATTERNS = { text: TEXT, end: END, start: START };

function takeFrom(source: string, at: number): readonly [RegExpExecArray, string] {
  for (const [kind, pattern] of Object.entries(PATTERNS)) {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) return [found, kind];
  }
  throw new Error(`markup that is none: ${source.slice(at, at + 80)}`);
}

function assertOpen(innermost: string | undefined, [tag, name]: RegExpExecArray): void {
  if (innermost !== name) throw new Error(`${tag} closes nothing`);
}

function toElement([, name = '', written = '']: RegExpExecArray, open: string[]): Element {
  const attributes = new Map<string, string>();
  for (const [, key = '', value = ''] of written.matchAll(ATTRIBUTE)) {
    if (attributes.has(key)) throw new Error(`${key} stands twice`);
    attributes.set(key, decodeEntities(value));
  }
  const element = { name, attributes, within: [...open] };
  if (!VOID.has(name)) open.push(name);
  return element;
}
