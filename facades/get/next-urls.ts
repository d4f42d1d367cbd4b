import type { DescribeOperation, NextCall, Parameter } from '../../schema/contract.ts';
import { omitKeyParameters } from '../http/codec/redact.ts';
import type { Action } from './action.ts';
import { withRequestId } from '../http/binding/request-id.ts';

/** Builds URLs to call next. They never contain a key; a required value that is unknown is written as `{name}`. */
export interface NextUrls {
  /** The follow-ups of an action. */
  readonly afterAction: (action: Action, result: unknown) => readonly string[];
  /** The next page of a list. */
  readonly nextPage: (url: URL, cursor: string) => string;
  /** The actions for a next call of an error. */
  readonly forNextCall: (call: NextCall) => readonly string[];
  readonly ofDocument: (path: string) => string;
}

export function createNextUrls(
  actions: readonly Action[],
  { baseUrl, describe }: { readonly baseUrl: string; readonly describe: DescribeOperation },
): NextUrls {
  const operations = new Map(actions.map(({ path, operation }) => [path, operation]));
  const byOperation = Map.groupBy(actions, ({ equivalentOperation }) => equivalentOperation.name);

  const toUrl = (path: string, valueOf: (parameter: Parameter) => unknown): string => {
    const operation = operations.get(path);
    const parameters = operation ? withRequestId(describe(operation)) : [];
    const query = parameters.flatMap((parameter) => toQueryTerm(parameter, valueOf(parameter)));
    return `${baseUrl}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  };
  return {
    afterAction: ({ next }, result) =>
      next.map(({ path, from }) =>
        toUrl(path, ({ wireName }) => (result as Record<string, unknown>)[from[wireName] ?? '']),
      ),
    nextPage: (url, cursor) => {
      const query = omitKeyParameters(url.searchParams);
      query.set('cursor', cursor);
      return `${baseUrl}${url.pathname}?${query.toString()}`;
    },
    ofDocument: (path) => `${baseUrl}${path}`,
    forNextCall: ({ operation, variables = {} }) =>
      (byOperation.get(operation) ?? []).map(({ path }) => toUrl(path, ({ name }) => variables[name])),
  };
}

/** `name=value`; `name={name}` if the value is unknown and required; otherwise nothing. */
function toQueryTerm({ wireName, required }: Parameter, value: unknown): string[] {
  if (value !== undefined && value !== null) return [`${wireName}=${encodeURIComponent(value as string)}`];
  return required ? [`${wireName}={${wireName}}`] : [];
}
