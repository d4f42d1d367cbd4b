// How much of the input a refusal repeats. `BoardError` applies these bounds, so no facade can forget them.

/**
 * One fault of the input. `path` leads to it: for a fixed operation it starts with the variable's name, for an
 * arbitrary document with the root field's. A facade that knows where the caller wrote it also gives `loc`.
 */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly msg: string;
  readonly type: string;
  readonly loc?: readonly (string | number)[];
}

const MAX_ISSUES = 16;
/** Characters of all steps of a path. A step may be a member name, which is as long as the caller likes. */
const MAX_PATH = 128;
/** Characters of all messages of a refusal. GraphQL's own messages repeat values of the caller. */
const MAX_MESSAGES = 4000;
const MAX_DETAIL = 2500;

/** The detail and the issues of a refusal, cut so that the answer stays shorter than long input. */
export function boundFaults(
  detail: string,
  issues: readonly Issue[],
): { readonly detail: string; readonly issues: readonly Issue[] } {
  const omitted = Math.max(0, issues.length - MAX_ISSUES);
  const listed = omitted === 0 ? issues : issues.toSorted(byDepth).slice(0, MAX_ISSUES);
  const room = Math.floor(MAX_MESSAGES / Math.max(1, listed.length));
  return {
    detail: cut(detail, MAX_DETAIL) + moreOf(omitted),
    issues: listed.map((issue) => boundIssue(issue, room)),
  };
}

/** A fault of a whole value says more than those of its parts. */
const byDepth = (one: Issue, other: Issue): number => depthOf(one) - depthOf(other);

const depthOf = ({ loc, path }: Issue): number => (loc ?? path).length;

function moreOf(omitted: number): string {
  if (omitted === 0) return '';
  return omitted === 1 ? '; 1 more fault is not listed' : `; ${omitted} more faults are not listed`;
}

const boundIssue = ({ path, msg, type, loc }: Issue, room: number): Issue => ({
  path: boundPath(path),
  msg: cut(msg, room),
  type,
  ...(loc && { loc: boundPath(loc) }),
});

function boundPath(path: Issue['path']): Issue['path'] {
  let room = MAX_PATH;
  const steps: (string | number)[] = [];
  for (const step of path) {
    if (room <= 0) break;
    steps.push(typeof step === 'string' ? cut(step, room) : step);
    room -= String(step).length;
  }
  return steps;
}

const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;
