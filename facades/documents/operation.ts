import type { Operation, Variables } from '../../schema/contract.ts';

/**
 * Defines an operation by its GraphQL document and the fragments that it uses. Variables are the parameters of the
 * interface in camelCase. Aliases give fields the names of the interface. The field aliased `result` is the result; a
 * document with several root fields has its whole data as the result.
 */
export function defineOperation(source: string, ...fragments: readonly string[]): Operation {
  const [, kind, name] = /^\s*(query|mutation|subscription)\s+(\w+)/.exec(source) ?? [];
  if (name === undefined) throw new Error('an operation must have a name');
  return {
    name,
    kind: kind as Operation['kind'],
    source: [source, ...fragments].join('\n'),
  };
}

/** Returns the operation with the brief view of lists as default. */
export const briefByDefault = (operation: Operation): Operation => ({ ...operation, defaultView: 'brief' });

/** Returns the operation as one that takes a place among large documents (`Operation.isLarge`). */
export const asLarge = (operation: Operation): Operation => ({ ...operation, isLarge: true });

/** Returns the variables without those that are undefined. */
export const omitUndefined = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));

/** The variable that each facade sets from the caller’s idempotency key. */
export const IDEMPOTENCY_VARIABLE = 'idempotencyKey';

/** The field of a mutation's payload that has the record of a fragment: `post` for `fragment PostRecord on Post`. */
export function recordFieldOf(fragment: string): string {
  const [, type = ''] = /fragment \w+ on (\w+)/.exec(fragment) ?? [];
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
}

/** The variables that filter most lists by author and time, and the members of `filter` that take them. */
export const FILTER_VARIABLES = '$createdBy: String, $since: DateTime, $until: DateTime';
export const FILTERS = 'authors: [$createdBy], created: { since: $since, until: $until }';

/** The variable that selects the view of a list. The schema adds it to operations whose lists have views. */
export const VIEW_VARIABLE = 'view';

/** The fields of the GraphQL interface `Record`, except `type`, `id` and `author`. */
export const RECORD_FIELDS = `
  created_at: createdAt
  created_by: createdBy
  path
  version
  via
  content_class: contentClass
`;

/** When and why a record was hidden. Null unless it is hidden; only the author and the operator see hidden records. */
export const HIDDEN_FIELDS = 'hidden_at: hiddenAt hidden_reason: hiddenReason';
