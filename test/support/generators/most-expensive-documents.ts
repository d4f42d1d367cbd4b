// Documents that are as large as the bounds on documents allow, each with a different kind of selection.
import { parse, validate } from 'graphql';
import { schema } from '../../../schema/index.ts';
import { computeCost } from '../../../schema/query-cost/document-cost.ts';

const repeatWithAliases = (count: number, selection: string) =>
  Array.from({ length: count }, (_, i) => `f${i}: ${selection}`).join(' ');

/** Edges, their nodes and a selection of these, each repeated with aliases. */
const nested =
  (root: string, type: string, selection: string) =>
  (width: number): string =>
    `{ ${root} { ...Page } }
    fragment Page on ${type}Connection { ${repeatWithAliases(Math.ceil(width / 3), 'edges { ...Edge }')} }
    fragment Edge on ${type}Edge { ${repeatWithAliases(Math.ceil((width - 1) / 3), 'node { ...Record }')} }
    fragment Record on ${type} { ${repeatWithAliases(Math.ceil((width - 2) / 3), selection)} }`;

const KINDS: Readonly<Record<string, (width: number) => string>> = {
  'values without selected fields': nested(
    'inquiries(filter: { statuses: all })',
    'Inquiry',
    'transitions { from @skip(if: true) }',
  ),
  'lists of values without selected fields': nested(
    'work(filter: { statuses: all })',
    'WorkPacket',
    'scopes { name @skip(if: true) }',
  ),
  'small leaves': nested('posts', 'Post', '__typename'),
  'records of records': nested('posts', 'Post', 'author { id @skip(if: true) }'),
  'long texts': nested('posts', 'Post', 'body'),
  'all of the schema, several times': (width) =>
    `{ __schema { ${repeatWithAliases(width, 'types { fields { args { name type { name } } type { name fields { name } } } }')} } }`,
  'skipped introspection': (width) =>
    `{ __schema { ${repeatWithAliases(width, 'types { fields { type { fields { type { name @skip(if: true) } } } } }')} } }`,
};

const isAllowed = (query: string): boolean => {
  try {
    computeCost(schema, { document: parse(query) });
    return true;
  } catch {
    return false;
  }
};

/** The widest document within the bounds. A wider document costs more, so a binary search finds the width. */
function writeWidest(write: (width: number) => string): string {
  // Of each kind, a width of 3 is allowed and one of 93 is refused.
  let [allowed, refused] = [3, 93];
  while (refused - allowed > 1) {
    const width = Math.floor((allowed + refused) / 2);
    if (isAllowed(write(width))) allowed = width;
    else refused = width;
  }
  return write(allowed);
}

/** Of each kind, the widest document within the bounds. Throws if one is invalid. */
export const mostExpensiveDocuments: readonly string[] = Object.values(KINDS).map((write) => {
  const query = writeWidest(write);
  const [fault] = validate(schema, parse(query));
  if (fault) throw fault;
  return query;
});
