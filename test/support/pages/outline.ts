// The content of a page as lines of text, so that tests can compare whole pages.
import { parseDocument, type Node } from './html-tree.ts';

/** Elements that begin a line. */
const BLOCKS = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p li dt dd tr caption figcaption summary pre label legend form select textarea ' +
    'article section aside nav figure div table dl ol ul details blockquote fieldset button input title desc text path rect line svg'
  ).split(' '),
);

/** The text at the start of an element’s line. */
const MARKS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, `${'#'.repeat(level)} `])),
  ...{ li: '- ', dt: '', dd: '  : ', caption: 'Table: ', summary: '> ', title: '' },
};

/** Attributes that are part of the content. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  form: ['method', 'action'],
  input: ['type', 'name', 'value', 'maxlength', 'required', 'checked'],
  textarea: ['name', 'maxlength', 'required'],
  select: ['name'],
  button: ['name', 'value', 'formaction'],
  li: ['id', 'class'],
  article: ['id', 'class'],
  section: ['class'],
  aside: ['class'],
  nav: ['aria-label'],
  details: ['open', 'class'],
  pre: ['class'],
  svg: ['viewBox'],
  path: ['class', 'd'],
  rect: ['class', 'x', 'y', 'width', 'height'],
  text: ['x', 'y', 'class'],
  line: ['class', 'x1', 'x2', 'y1', 'y2'],
};

/** Elements whose name is shown even without attributes. */
const ALWAYS_NAMED = new Set('form input select button textarea svg path rect nav details'.split(' '));

/** The content of `<main>` as lines. Decorative pictures and the fields of CSRF tokens are left out. */
export function outlineOf(source: string): string {
  const main = findMain(parseDocument(source));
  const lines: string[] = [''];
  const write = (text: string) => lines.push((lines.pop() ?? '') + text);
  const breakLine = () => {
    if (lines.at(-1) !== '') lines.push('');
  };
  const visit = (node: Node): void => {
    if (typeof node === 'string') {
      // An escaped backtick is one that the page shows; others stand for `<code>`.
      write(node.replaceAll(/\s+/g, ' ').replaceAll('`', '\\`'));
      return;
    }
    const { name, attributes, children } = node;
    if (attributes.get('aria-hidden') === 'true' || attributes.get('name') === 'csrf') return;
    const isBlock = BLOCKS.has(name);
    if (isBlock) breakLine();
    write(MARKS[name] ?? '');
    write(attributesOf(name, attributes));
    const [before, after] = wrapperOf(name, attributes);
    write(before);
    children.forEach(visit);
    write(after);
    if (isBlock) breakLine();
  };
  main.forEach(visit);
  return lines
    .map((line) => line.replaceAll(/ +/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

function attributesOf(name: string, attributes: ReadonlyMap<string, string>): string {
  const shownAttributes = (SHOWN[name] ?? []).flatMap((key) => {
    const value = attributes.get(key);
    return value === undefined || value.trim() === '' ? (value === '' ? [key] : []) : [`${key}=${value}`];
  });
  if (shownAttributes.length === 0) return ALWAYS_NAMED.has(name) ? `<${name}> ` : '';
  return `<${name} ${shownAttributes.join(' ')}> `;
}

/** The text around the content of an element. */
function wrapperOf(name: string, attributes: ReadonlyMap<string, string>): readonly [string, string] {
  const text = (key: string) => attributes.get(key) ?? '';
  if (name === 'a') return ['[', `](${text('href')})`];
  if (name === 'time') return ['', text('datetime') === '' ? '' : ' @'];
  if (name === 'mark') return ['**', '**'];
  if (name === 'option') return [`${text('value')}${attributes.has('selected') ? '*' : ''}=`, ','];
  if (name === 'td' || name === 'th') return ['', ' |'];
  if (name === 'code') return ['`', '`'];
  if (name === 'span') return [`{${text('class').replace('badge ', '')}: `, '}'];
  return ['', ''];
}

function findMain(nodes: readonly Node[]): readonly Node[] {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    if (node.name === 'main') return node.children;
    const found = findMain(node.children);
    if (found.length > 0) return found;
  }
  return [];
}
