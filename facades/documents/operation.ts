import type { Operation } from '../../schema/contract.ts';

/**
 * A fixed document. Its variables are the wire's parameters in camelCase, its selection the wire's names by alias,
 * and what the doors answer is aliased `result`.
 */
export function defineOperation(source: string, ...fragments: readonly string[]): Operation {
  const name = /^\s*(?:query|mutation)\s+(\w+)/.exec(source)?.[1];
  if (name === undefined) throw new Error('an operation has a name');
  return { name, source: [source, ...fragments].join('\n') };
}

/** The variable that every door fills from its own kind of idempotency key. */
export const IDEMPOTENCY_VARIABLE = 'clientMutationId';

/** What every record answers with, to be spread first: `type id … content_class`. */
export const RECORD_FIELDS = `
  created_at: createdAt
  created_by: createdBy
  path
  version
  via
  content_class: contentClass
`;

/** When and why a record was hidden: null for every record that others than its author are shown. */
export const HIDDEN_FIELDS = 'hidden_at: hiddenAt hidden_reason: hiddenReason';
