import {
  type IgnoredField,
  type JsonSchema,
  type OperationDescription,
  type OperationResult,
  serializeJson,
} from '../../../schema/contract.ts';
import { etagOf, versionEtag } from '../codec/etag.ts';
import { KeptValues } from '../kept-values.ts';
import { ignoredFieldsMember, type NextCallFormatter } from '../problem.ts';
import { type Bytes, encodeUtf8, type HeaderRecord } from '../reply.ts';
import type { RouteDefinition } from './route-definition.ts';
import { createConnectionFlattener } from './flatten-connection.ts';
import { rotationCalls } from './rotation-calls.ts';

interface SerializedResponse {
  readonly body: string | Bytes;
  /** Cursor of the next page; null if there is none. */
  readonly cursor: string | null;
  readonly headers: HeaderRecord;
}

/** How a request changes the body of its response. */
export interface ResponseOptions {
  /** The names of ignored members of the request body, which the response lists. Empty for a read. */
  readonly ignoredFields: readonly IgnoredField[];
  /** Whether only `type`, `id`, `version` and `path` of the record are returned. */
  readonly isMinimal: boolean;
}

/**
 * Creates the function that serializes the results of a route. A result that is shared between requests is serialized
 * once. The response to a conditional write has the version of the record as its entity tag.
 */
export function createResponseSerializer(
  { method, next, isConditional }: RouteDefinition,
  description: OperationDescription,
  formatNextCall: NextCallFormatter,
): (result: OperationResult, options: ResponseOptions) => SerializedResponse {
  const { flatten } = createConnectionFlattener(description);
  const isPage = description.shape === 'page';
  const calls = next.flatMap(({ name }) => formatNextCall({ operation: name }));
  const cache = new KeptValues<SerializedResponse>();

  function serialize(result: OperationResult, { ignoredFields, isMinimal }: ResponseOptions) {
    const { value, cursor } = flatten(result.value);
    if (isPage) return serializePage(value, cursor);
    const record = value as { readonly version?: number };
    const added = {
      ...ignoredFieldsMember(ignoredFields),
      ...(calls.length > 0 && !isMinimal && { next: calls }),
      ...rotationCalls(record, formatNextCall),
    };
    const { version } = record;
    const body = serializeJson({ ...(isMinimal ? toMinimal(record) : record), ...added });
    if (method === 'GET') return { body, cursor, headers: { etag: etagOf(body, version) } };
    const tag = isConditional && version !== undefined ? { etag: versionEtag(version) } : {};
    return { body, cursor, headers: tag };
  }

  return (result, options) => {
    // Only reads share results, and `options` apply to writes only, so the cache ignores them.
    if (!result.isShared) return serialize(result, options);
    const cached = cache.get(result);
    if (cached) return cached;
    const { body, ...rest } = serialize(result, options);
    const serialized = { ...rest, body: encodeUtf8(body) };
    cache.set(result, serialized, serialized.body.byteLength);
    return serialized;
  };
}

/** The entity tag also depends on whether there is a next page, which the body does not show. */
function serializePage(value: unknown, cursor: string | null) {
  const body = serializeJson(value);
  return { body, cursor, headers: { etag: etagOf(cursor === null ? body : `${body} …`) } };
}

/**
 * Whether `Prefer: return=minimal` applies to a route: to writes without a secret in the response whose result is a record. The
 * result of an acknowledgement is a page of the inbox, of which nothing would be left.
 */
export const canBeMinimal = ({ method, hasSecret }: RouteDefinition, resultSchema: JsonSchema): boolean =>
  method !== 'GET' && !hasSecret && Object.hasOwn(resultSchema['properties'] ?? {}, 'id');

const MINIMAL_MEMBERS = ['type', 'id', 'version', 'path'];

const toMinimal = (record: object) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => MINIMAL_MEMBERS.includes(name)));
