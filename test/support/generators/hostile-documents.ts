// GraphQL documents that are expensive to parse, to validate or to refuse, up to the bounds on their length.
import * as fc from 'fast-check';
import { parse } from 'graphql';
import { DOCUMENT_BOUNDS } from '../../../schema/contract.ts';

/** A part of a document: variable definitions, root selections, and further definitions. */
interface Part {
  readonly variables?: string;
  readonly selections?: string;
  readonly definitions?: string;
}

const join = (count: number, write: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => write(i)).join(' ');

/** Each function writes a part of the given size. Its names contain `id`, so that parts of one document do not collide. */
const KINDS: Readonly<Record<string, (size: number, id: string) => Part>> = {
  'fields with aliases': (n, id) => ({ selections: join(n, (i) => `${id}${i}: __typename`) }),
  'unknown fields that resemble known ones': (n, id) => ({ selections: join(n, (i) => `threads${id}${i}`) }),
  'nested fields': (n, id) => ({
    selections: `${id}: threads { ${'nodes { '.repeat(n)} id ${'} '.repeat(n)} }`,
  }),
  'nested inline fragments': (n) => ({ selections: `${'... { '.repeat(n)} __typename ${'} '.repeat(n)}` }),
  'fields that conflict': (n, id) => ({
    selections: join(n, (i) => `${id}${i % Math.ceil(n / 10)}: __type(name: "${i}") { name }`),
  }),
  'one field many times': (n) => ({ selections: join(n, () => 'channels { nodes { slug } }') }),
  'spreads of unknown fragments': (n, id) => ({ selections: join(n, (i) => `...${id}${i}`) }),
  'fragments with the same fields': (n, id) => ({
    selections: join(n, (i) => `...${id}${i}`),
    definitions: join(n, (i) => `fragment ${id}${i} on Query { a: viewer { b: kind } }`),
  }),
  'a chain of fragments': (n, id) => ({
    selections: `...${id}0`,
    definitions: join(n, (i) => `fragment ${id}${i} on Query { a: __typename ...${id}${i + 1} }`),
  }),
  'fragments that spread all fragments': (n, id) => ({
    selections: `...${id}0`,
    definitions: join(n, (i) => `fragment ${id}${i} on Query { ${join(n, (k) => `...${id}${k}`)} kind }`),
  }),
  'unknown types': (n) => ({ selections: join(n, (i) => `... on WorkPacketConnectio${i} { a }`) }),
  'variables of unknown types': (n, id) => ({ variables: join(n, (i) => `$${id}${i}: WorkPacketOrde`) }),
  'variables that are not used': (n, id) => ({ variables: join(n, (i) => `$${id}${i}: Int`) }),
  'one variable many times': (n) => ({ variables: join(n, () => '$same: Int') }),
  'variables that are not defined': (n, id) => ({
    selections: `${id}: threads(${join(n, (i) => `first: $${id}${i}`)}) { __typename }`,
  }),
  'many operations with one fragment': (n, id) => ({
    definitions: `${join(n, (i) => `query ${id}${i}($a: Int) { ...${id} }`)}
      fragment ${id} on Query { ${join(n, (i) => `a${i}: threads(first: $a) { __typename }`)} }`,
  }),
  'unknown arguments': (n, id) => ({
    selections: `${id}: threads(${join(n, (i) => `createdBy${i}: 1`)}) { __typename }`,
  }),
  'unknown enum values': (n, id) => ({
    selections: `${id}: feed(filter: { types: [${join(n, (i) => `threa${i}`)}] }) { nextSince }`,
  }),
  'nested input': (n, id) => ({
    selections: `${id}: feed(filter: ${'[{a:'.repeat(n)}1${'}]'.repeat(n)}) { nextSince }`,
  }),
  'unknown directives': (n, id) => ({ selections: `${id}: __typename ${join(n, (i) => `@skip${i}`)}` }),
  'type definitions': (n, id) => ({ definitions: join(n, (i) => `type ${id}${i} { a: Int }`) }),
  'escapes in a string': (n, id) => ({ selections: `${id}: search(q: "${'\\u00e9'.repeat(n)}") { count }` }),
  'lines of a block string': (n, id) => ({
    selections: `${id}: search(q: """${'\n x'.repeat(n)}""") { count }`,
  }),
  'a comment': (n) => ({ selections: `#${'x'.repeat(n)}\n __typename` }),
};

function write(kinds: readonly string[], size: number): string {
  const parts = kinds.map((kind, i) => KINDS[kind]?.(size, `k${i}_`) ?? {});
  const variables = parts.flatMap((part) => part.variables ?? []).join(' ');
  const selections = parts.flatMap((part) => part.selections ?? []).join(' ') || '__typename';
  const definitions = parts.flatMap((part) => part.definitions ?? []).join(' ');
  return `query Main${variables && `(${variables})`} { ${selections} } ${definitions}`;
}

/** Whether a document has at most as many characters and tokens as a request may have. */
function isWithinLength(query: string): boolean {
  if (query.length > DOCUMENT_BOUNDS.characters) return false;
  try {
    parse(query, { maxLexicalTokens: DOCUMENT_BOUNDS.tokens });
    return true;
  } catch {
    return false;
  }
}

/** Returns the largest size for which a document of these kinds is short enough. */
function findMaxSize(kinds: readonly string[]): number {
  let size = 1;
  while (isWithinLength(write(kinds, size * 2))) size *= 2;
  for (let step = size / 2; step >= 1; step /= 2) if (isWithinLength(write(kinds, size + step))) size += step;
  return size;
}

/** One document of each kind, of the greatest allowed length. */
export const hostileDocuments: readonly string[] = Object.keys(KINDS).map((kind) =>
  write([kind], findMaxSize([kind])),
);

/** Documents of up to three kinds, most of them of the greatest allowed length. */
export const hostileDocument: fc.Arbitrary<string> = fc
  .tuple(fc.subarray(Object.keys(KINDS), { minLength: 1, maxLength: 3 }), fc.constantFrom(1, 1, 1, 0.5, 0.1))
  .map(([kinds, share]) => write(kinds, Math.max(1, Math.floor(findMaxSize(kinds) * share))));
