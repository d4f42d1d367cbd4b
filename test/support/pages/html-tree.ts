// Parses a page into a tree of its elements. Malformed markup is not an error here: tests check the markup by `parsePage`.
import { decodeEntities } from './html-parser.ts';

export type Node = string | ElementNode;

interface ElementNode {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Node[];
}

const VOID = new Set(['meta', 'link', 'input', 'img', 'br', 'hr']);
const TOKEN = /<!doctype html>|<(\/?)([a-z][a-z0-9]*)((?:\s+[^\s=<>"]+(?:="[^"]*")?)*)\s*\/?>|[^<]+/gi;
const ATTRIBUTE = /([^\s=<>"]+)(?:="([^"]*)")?/g;

/** Returns the nodes of a document. */
export function parseDocument(source: string): readonly Node[] {
  const root = toElement('', '');
  const openElements = [root];
  for (const [token, slash, name, attributes = ''] of source.matchAll(TOKEN)) {
    const { children } = openElements.at(-1) ?? root;
    if (name === undefined) children.push(...textOf(token));
    else if (slash === '/') openElements.pop();
    else openElements.push(...addElement(children, toElement(name, attributes)));
  }
  return root.children;
}

/** The text of a token. The doctype has no text. */
const textOf = (token: string): readonly string[] => (token.startsWith('<') ? [] : [decodeEntities(token)]);

/** Adds an element to its parent. Returns the element if it can have content. */
function addElement(siblings: Node[], element: ElementNode): readonly ElementNode[] {
  siblings.push(element);
  return VOID.has(element.name) ? [] : [element];
}

function toElement(name: string, attributeText: string): ElementNode {
  const entries = [...attributeText.matchAll(ATTRIBUTE)].map(
    ([, key = '', value = '']) => [key, decodeEntities(value)] as const,
  );
  return { name, attributes: new Map(entries), children: [] };
}
