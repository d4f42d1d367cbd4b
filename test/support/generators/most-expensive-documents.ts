// Documents that are made to cost as much time as their points allow, each of another kind of work.
import { parse, validate } from 'graphql';
import { schema } from '../../../schema/index.ts';
import { computeCost } from '../../../schema/query-cost/document-cost.ts';

const aliased = (count: number, selection: string) =>
  Array.from({ length: count }, (_, i) => `f${i}: ${selection}`).join(' ');

/** Lists of edges, of nodes, of a field of theirs, each under several names. */
const nested =
  (root: string, type: string, selection: string) =>
  (width: number): string => `{ ${root} { ...Page } }
    fragment Page on ${type}Connection { ${aliased(Math.ceil(width / 3), 'edges { ...Edge }')} }
    fragment Edge on ${type}Edge { ${aliased(Math.ceil((width - 1) / 3), 'node { ...Record }')} }
    fragment Record on ${type} { ${aliased(Math.ceil((width - 2) / 3), selection)} }`;

const KINDS: Readonly<Record<string, (width: number) => string>> = {
  'values of which nothing is selected': nested(
    'inquiries(status: all)',
    'Inquiry',
    'transitions { from @skip(if: true) }',
  ),
  'lists of values of which nothing is selected': nested(
    'work(status: all)',
    'WorkPacket',
    'scopes { name @skip(if: true) }',
  ),
  'small leaves': nested('posts', 'Post', '__typename'),
  'records of records': nested('posts', 'Post', 'author { id @skip(if: true) }'),
  'long texts': nested('posts', 'Post', 'body'),
  'all of the schema, several times': (width) =>
    `{ __schema { ${aliased(width, 'types { fields { args { name type { name } } type { name fields { name } } } }')} } }`,
  'skipped introspection': (width) =>
    `{ __schema { ${aliased(width, 'types { fields { type { fields { type { name @skip(if: true) } } } } }')} } }`,
};

const isAllowed = (query: string): boolean => {
  try {
    computeCost(schema, { document: parse(query) });
    return true;
  } catch {
    return false;
  }
};

/** The widest of each kind that is within the bounds of documents. Those that are not valid are left out. */
export const mostExpensiveDocuments: readonly string[] = Object.values(KINDS).map((write) => {
  const widths = Array.from({ length: 90 }, (_, i) => i + 3);
  const query = write(widths.findLast((width) => isAllowed(write(width))) ?? 3);
  const [fault] = validate(schema, parse(query));
  if (fault) throw fault;
  return query;
});
