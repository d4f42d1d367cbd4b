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

const VOID = new Set(['meta', 'link', 'input']);
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

export const decode = (escaped: string): string =>
  escaped.replaceAll(/&[^;\s]{0,8};?/g, (entity) => {
    const character = ENTITIES[entity];
    if (character === undefined) throw new Error(`“${entity}” is no character reference of ours`);
    return character;
  });

export function readPage(source: string): Page {
  const doctype = '<!doctype html>';
  if (!source.startsWith(doctype)) throw new Error('it is no HTML document');
  const elements: Element[] = [];
  const open: string[] = [];
  const texts: string[] = [];
  let at = doctype.length;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(source);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at < source.length) {
    const text = take(TEXT);
    if (text) {
      texts.push(decode(text[0]));
      continue;
    }
    const end = take(END);
    if (end) {
      if (open.pop() !== end[1]) throw new Error(`${end[0]} closes nothing`);
      continue;
    }
    const start = take(START);
    if (!start) throw new Error(`markup that is none: ${source.slice(at, at + 80)}`);
    const [, name = '', written = ''] = start;
    const attributes = new Map<string, string>();
    for (const [, key = '', value = ''] of written.matchAll(ATTRIBUTE)) {
      if (attributes.has(key)) throw new Error(`${key} stands twice`);
      attributes.set(key, decode(value));
    }
    elements.push({ name, attributes, within: [...open] });
    if (!VOID.has(name)) open.push(name);
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(' ')}`);
  return { elements, text: texts.join('') };
}
