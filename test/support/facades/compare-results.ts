import type { Body } from '../board/http.ts';

/** Paths at which two results have different values. Members that only one result has are not compared. */
export function findDifferences(first: Body, second: Body, path = ''): readonly string[] {
  const [left, right] = [toItems(first), toItems(second)];
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) return [`${path}: ${left.length} and ${right.length}`];
    return left.flatMap((item, i) => findDifferences(item, right[i], `${path}/${i}`));
  }
  if (isObject(left) && isObject(right)) {
    const [names, others] = [Object.keys(left), Object.keys(right)];
    const sharedNames = names.filter((name) => name in right);
    // Two results without a common member would otherwise count as equal.
    if (sharedNames.length === 0 && names.length > 0 && others.length > 0)
      return [`${path}: ${names.join(', ')} and ${others.join(', ')} have no name in common`];
    return sharedNames.flatMap((name) => findDifferences(left[name], right[name], `${path}/${name}`));
  }
  return Object.is(left, right) ? [] : [`${path}: ${JSON.stringify(left)} and ${JSON.stringify(right)}`];
}

/** Converts an object that contains a list (`nodes` or `items`) to that list. Returns records and other values unchanged. */
const toItems = (value: Body): Body =>
  isObject(value) && !('type' in value) ? (value['nodes'] ?? value['items'] ?? value) : value;

const isObject = (value: Body): value is Record<string, Body> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Members that differ between records: times, authors, positions, counts, the facade, secrets and hashes. */
const VARIABLE_MEMBERS =
  /^(created_at|last_.*_at|seq|via|fence|claim_version|prefix|api_key|session_token|secret|post_count|answer_count|created_by|by|handle|moderated_at|events_head_hash)$/;

/** The result of a write without the values that differ between records. */
export const withoutVariableMembers = (result: Body): Body =>
  JSON.parse(
    JSON.stringify(result, (name, value: Body) => (VARIABLE_MEMBERS.test(name) ? undefined : value)).replace(
      ID,
      'id',
    ),
  );
