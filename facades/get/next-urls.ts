import type { DescribeOperation, NextCall, Parameter } from '../../schema/contract.ts';
import { ReadRecord } from '../documents/records.ts';
import { toNextPageQuery } from '../http/codec/query.ts';
import { withRequestId } from '../http/binding/parameters/idempotency-parameter.ts';
import { selectVariant } from '../http/binding/variants.ts';
import type { Action, ActionVariant, FollowUp, Link } from './action.ts';

/** Builds URLs to call next. They never contain a key; a required value that is unknown is written as `{name}`. */
export interface NextUrls {
  /** The URLs of the follow-ups for which the request or the result has all values. */
  readonly after: (followUps: readonly FollowUp[] | undefined, values: Values) => readonly Link[];
  /** The URL of the next page of a list: `url` without API keys, with `position` as a parameter. */
  readonly nextPage: (url: URL, position: readonly [name: string, value: string]) => string;
  /** The URL that reads the events of a work packet. */
  readonly ofHistory: (packet: object) => string;
  /** The URL that reads a record of a list. Null if no action reads its type. */
  readonly ofRecord: (record: object) => string | null;
  /** The URLs of the actions for a next call that an error suggests. */
  readonly forNextCall: (call: NextCall) => readonly string[];
  readonly ofPath: (path: string) => string;
}

const READ: FollowUp = { path: '/get/read', from: { id: 'id' } };
const EVENTS: FollowUp = { path: '/get/history', from: { work_id: 'id' } };
/** Reads a submission with its reviews. */
export const SUBMISSION: FollowUp = {
  path: '/get/work',
  from: { work_id: 'work_id', submission_id: 'submission_id' },
};

/** The path of a submission. */
const SUBMISSION_PATH = /\/work\/(?<work_id>[^/]+)\/submissions\/(?<submission_id>[^/]+)$/;

/** The ids in the path of a submission. Null if the record is not a submission. */
const readSubmissionIds = ({ path }: Values): Values | null =>
  SUBMISSION_PATH.exec(String(path))?.groups ?? null;

/** Creates the builder of URLs for these actions. */
export function createNextUrls(
  actions: readonly Action[],
  { baseUrl, describe }: { readonly baseUrl: string; readonly describe: DescribeOperation },
): NextUrls {
  const byPath = new Map(actions.map((action) => [action.path, action]));
  const byOperation = Map.groupBy(
    actions.flatMap(({ path, variants }) => variants.map((variant) => ({ path, variant }))),
    ({ variant }) => variant.equivalentOperation.name,
  );

  const toUrl = (
    path: string,
    { operation, action }: Pick<ActionVariant, 'operation' | 'action'>,
    valueOf: (parameter: Parameter) => unknown,
  ): string => {
    const query = [
      ...(action === undefined ? [] : [`action=${action}`]),
      ...withRequestId(describe(operation)).flatMap((parameter) =>
        toQueryTerm(parameter, valueOf(parameter)),
      ),
    ];
    return `${baseUrl}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  };
  const toFollowUpUrl = ({ path, from, values: fixed = {}, action }: FollowUp, values: Values) => {
    const variant = selectVariant(variantsAt(byPath, path), { action, isGiven: (name) => name in from });
    return toUrl(path, variant, ({ wireName }) => fixed[wireName] ?? values[from[wireName] ?? '']);
  };
  return {
    after: (followUps = [], values) =>
      followUps
        .filter((followUp) => isApplicable(followUp, values))
        .map((followUp) => ({ label: followUp.label ?? 'next', url: toFollowUpUrl(followUp, values) })),
    nextPage: (url, position) => `${baseUrl}${url.pathname}?${toNextPageQuery(url, position)}`,
    ofHistory: (packet) => toFollowUpUrl(EVENTS, packet as Values),
    ofRecord: (record) => {
      if (isReadable(record, describe)) return toFollowUpUrl(READ, record);
      const ids = readSubmissionIds(record as Values);
      return ids && toFollowUpUrl(SUBMISSION, ids);
    },
    ofPath: (path) => `${baseUrl}${path}`,
    forNextCall: ({ operation, variables = {} }) =>
      (byOperation.get(operation) ?? []).map(({ path, variant }) =>
        // Documents of actions leave `Id` out of the names of some variables.
        toUrl(path, variant, ({ name }) => variables[name] ?? variables[`${name}Id`]),
      ),
  };
}

function variantsAt(byPath: ReadonlyMap<string, Action>, path: string): Action['variants'] {
  const action = byPath.get(path);
  if (!action) throw new Error(`there is no action ${path}`);
  return action.variants;
}

/** Whether all values that a follow-up takes are known. */
const isApplicable = ({ from }: FollowUp, values: Values): boolean =>
  Object.values(from).every((name) => (values[name] ?? null) !== null);

type Values = Readonly<Record<string, unknown>>;

/** Whether `/get/read` reads a record: its type is one of those that the operation accepts. */
function isReadable(record: object, describe: DescribeOperation): record is Values {
  const { type, id } = record as Values;
  const parameter = describe(ReadRecord).parameters.find(({ name }) => name === 'type');
  const types = (parameter?.schema['enum'] ?? []) as readonly unknown[];
  return typeof id === 'string' && types.includes(type);
}

/** `name=value`; `name={name}` if the value is unknown and required; otherwise nothing. */
function toQueryTerm({ wireName, required }: Parameter, value: unknown): string[] {
  if (value !== undefined && value !== null) return [`${wireName}=${encodeURIComponent(value as string)}`];
  return required ? [`${wireName}={${wireName}}`] : [];
}
