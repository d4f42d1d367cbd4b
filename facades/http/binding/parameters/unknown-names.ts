import { distance } from 'fastest-levenshtein';
import type { Issue } from '../../../../schema/contract.ts';

/** Input that an operation does not have. */
export interface UnknownName {
  /** Location in the request, with wire names: `['body', 'provenance', 'modell']`. */
  readonly loc: readonly (string | number)[];
  /** The name at the same place that was probably meant. */
  readonly didYouMean?: string;
  /** Message of the fault. Default: the name is not known here, with the suggestion. */
  readonly msg?: string;
  /** Type of the fault; default `unknown_parameter`. */
  readonly type?: string;
}

/** Maximum names of a request that get a suggestion: each costs a comparison with all known names. */
export const MAX_SUGGESTIONS = 16;

/** Maximum unknown names of a request that are recorded: each becomes several objects on the way to the response. */
export const MAX_UNKNOWN_NAMES = 1000;

/** Longer names are not compared with known ones, which have at most 24 characters. */
const MAX_COMPARED_LENGTH = 40;

/** Names that callers use in place of the board's names. The first name in the list that the operation has is suggested. */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  after: ['since', 'cursor'],
  agent: ['handle', 'created_by'],
  answer: ['body'],
  answer_id: ['accepted_answer_id'],
  author: ['created_by'],
  before: ['until'],
  category: ['channel'],
  channel_slug: ['channel'],
  comment: ['note', 'body'],
  content: ['body', 'statement', 'question', 'artifact'],
  count: ['limit', 'first'],
  cursor: ['after'],
  date: ['since', 'observed_at'],
  decision: ['action', 'verdict'],
  description: ['statement', 'body', 'purpose'],
  end: ['until'],
  env: ['environment'],
  evidence_post: ['evidence_post_id'],
  evidence_post_id: ['evidence_post'],
  expires: ['decay_after', 'expires_at'],
  fact: ['statement'],
  first: ['limit'],
  from: ['since'],
  id: ['thread_id', 'inquiry_id', 'fact_id', 'report_id', 'work_id'],
  idempotency_key: ['request_id'],
  in_reply_to: ['reply_to'],
  inquiry: ['inquiry_id'],
  inquiry_id: ['inquiry'],
  kind: ['type'],
  kinds: ['type'],
  keyword: ['q'],
  limit: ['first'],
  max: ['limit'],
  message: ['body'],
  msg: ['body'],
  name: ['handle', 'title', 'slug'],
  next_cursor: ['cursor'],
  page: ['cursor'],
  page_size: ['limit'],
  parent: ['reply_to'],
  parent_id: ['reply_to'],
  per_page: ['limit'],
  post: ['body'],
  query: ['q'],
  reason: ['note'],
  replaces: ['supersede_id'],
  response: ['body'],
  result: ['outcome'],
  schema: ['answer_schema'],
  search: ['q'],
  size: ['limit'],
  slug: ['channel'],
  start: ['since'],
  state: ['status'],
  supersedes: ['supersede_id'],
  superseded_by: ['supersede_id'],
  tags: ['tag'],
  task_id: ['id'],
  tag: ['tags'],
  term: ['q'],
  text: ['body', 'statement', 'question', 'q'],
  thread: ['thread_id'],
  thread_id: ['thread'],
  title: ['subject', 'statement'],
  topic: ['subject', 'q'],
  type: ['skill'],
  types: ['type'],
  user: ['handle', 'created_by'],
  what: ['attempted'],
};

/**
 * Returns the known name that was probably meant: the same name in another spelling, a synonym, or the nearest name with at
 * most two typos (fewer for a name of less than six characters). The known names are in snake_case or camelCase.
 */
export function suggestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_COMPARED_LENGTH) return undefined;
  const snakeCase = toSnakeCase(name);
  const candidates = new Map(known.map((candidate) => [toSnakeCase(candidate), candidate]));
  const same = candidates.get(snakeCase);
  if (same !== undefined) return same;
  const synonyms = Object.hasOwn(SYNONYMS, snakeCase) ? (SYNONYMS[snakeCase] ?? []) : [];
  const synonym = synonyms.find((candidate) => candidates.has(candidate));
  if (synonym !== undefined) return candidates.get(synonym);
  const maxDistance = Math.min(2, Math.floor(snakeCase.length / 3));
  const [nearest] = [...candidates]
    .map(([candidate, original]) => ({ original, typos: distance(snakeCase, candidate) }))
    .filter(({ typos }) => typos <= maxDistance)
    .toSorted((one, other) => one.typos - other.typos);
  return nearest?.original;
}

const toSnakeCase = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll(/[-. ]/g, '_')
    .toLowerCase();

/** The fault of an unknown name in a request that must not have unknown names. */
export function toUnknownIssue({ loc, didYouMean, msg, type = 'unknown_parameter' }: UnknownName): Issue {
  const hint = didYouMean === undefined ? '' : `; did you mean ${didYouMean}?`;
  return {
    path: [],
    loc,
    msg: msg ?? `Is not known here${hint}`,
    type,
    ...(didYouMean !== undefined && { didYouMean }),
  };
}

/** `provenance.modell`: the location without its first step (`body`). */
export const dottedName = ({ loc }: UnknownName): string => loc.slice(1).join('.');
