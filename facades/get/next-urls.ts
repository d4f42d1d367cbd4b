import type { DescribeOperation, NextCall, Parameter } from '../../schema/contract.ts';
import { omitKeyParameters } from '../http/codec/redact.ts';
import type { Action, FollowUp } from './action.ts';
import { queryParametersOf } from './parameters.ts';

/** Writes URLs to call next. A key never stands in them; what only the caller knows stands as `{name}`. */
export interface NextUrls {
  /** What to call after an action was answered. */
  readonly afterAction: (action: Action, answer: unknown) => readonly string[];
  /** The same list, further on. */
  readonly nextPage: (url: URL, cursor: string) => string;
  /** What to call instead of what was refused. */
  readonly forNextCall: (call: NextCall) => readonly string[];
}

export function createNextUrls(
  actions: readonly Action[],
  { baseUrl, describe }: { readonly baseUrl: string; readonly describe: DescribeOperation },
): NextUrls {
  const templates = new Map(
    actions.map((action) => [action.path, queryParametersOf(describe(action.operation))]),
  );
  const byOperation = Map.groupBy(actions, ({ equivalentOperation: like }) => like.name);

  const write = (path: string, known: Readonly<Record<string, unknown>>): string => {
    const query = (templates.get(path) ?? []).flatMap((parameter) =>
      toTerm(parameter, known[parameter.wireName]),
    );
    return `${baseUrl}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  };
  return {
    afterAction: ({ next }, answer) => next.map(({ path, from }) => write(path, pick(from, answer))),
    nextPage: (url, cursor) => {
      const query = omitKeyParameters(url.searchParams);
      query.set('cursor', cursor);
      return `${baseUrl}${url.pathname}?${query.toString()}`;
    },
    forNextCall: ({ operation, variables = {} }) =>
      (byOperation.get(operation) ?? []).map(({ path }) => write(path, toWire(variables))),
  };
}

/** A parameter in a URL: what is known of it, or its name in braces where it is needed. */
function toTerm({ wireName: wire, required }: Parameter, value: unknown): string[] {
  if (value !== undefined && value !== null) return [`${wire}=${encodeURIComponent(value as string)}`];
  return required ? [`${wire}={${wire}}`] : [];
}

const pick = (from: FollowUp['from'], answer: unknown) =>
  Object.fromEntries(
    Object.entries(from).map(([name, member]) => [name, (answer as Record<string, unknown>)[member]]),
  );

const toWire = (variables: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
