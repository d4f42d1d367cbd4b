// Limits how much input an error repeats. `BoardError` applies these limits, so every facade has them.
import { truncate } from './values/characters.ts';

/**
 * One fault of the input. `path` starts with the name of an argument of the field; callers of a fixed operation get the name
 * of the variable instead. `loc` is the location in the request, if the facade has found it.
 */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly loc?: readonly (string | number)[];
  /** For an unknown name: the name that was probably meant. */
  readonly didYouMean?: string;
}

const MAX_ISSUES = 16;
/** Sum over all steps of a path. A step can be a member name of any length. */
const MAX_PATH_CHARACTERS = 128;
/** Sum over all messages of an error. Messages of GraphQL repeat values of the caller. */
const MAX_MESSAGE_CHARACTERS = 4000;
const MAX_DETAIL_CHARACTERS = 2500;

/** Truncates the detail and the issues of an error, so that the response to long input is shorter than the input. */
export function limitIssues(
  detail: string,
  issues: readonly Issue[],
): { readonly detail: string; readonly issues: readonly Issue[] } {
  const omitted = Math.max(0, issues.length - MAX_ISSUES);
  const listed = omitted === 0 ? issues : issues.toSorted(byDepth).slice(0, MAX_ISSUES);
  const maxMessage = Math.floor(MAX_MESSAGE_CHARACTERS / Math.max(1, listed.length));
  const suffix = formatOmitted(omitted);
  return {
    detail: truncate(detail, MAX_DETAIL_CHARACTERS - suffix.length) + suffix,
    issues: listed.map((issue) => limitIssue(issue, maxMessage)),
  };
}

/** Sorts short paths first: an issue about a whole value matters more than issues about its members. */
const byDepth = (one: Issue, other: Issue): number => depthOf(one) - depthOf(other);

const depthOf = ({ loc, path }: Issue): number => (loc ?? path).length;

function formatOmitted(omitted: number): string {
  if (omitted === 0) return '';
  return omitted === 1 ? '; 1 more fault is not listed' : `; ${omitted} more faults are not listed`;
}

const limitIssue = ({ path, msg, type, loc, didYouMean }: Issue, maxMessage: number): Issue => ({
  path: limitPath(path),
  msg: truncate(msg, maxMessage),
  type,
  ...(loc && { loc: limitPath(loc) }),
  ...(didYouMean !== undefined && { didYouMean }),
});

function limitPath(path: Issue['path']): Issue['path'] {
  let remaining = MAX_PATH_CHARACTERS;
  const steps: (string | number)[] = [];
  for (const step of path) {
    const { length } = String(step);
    // A truncated number would be a different number.
    if (remaining <= 0 || (typeof step === 'number' && length > remaining)) break;
    steps.push(typeof step === 'string' ? truncate(step, remaining) : step);
    remaining -= length;
  }
  return steps;
}
