import type { OperationResult, OperationDescription } from '../../../schema/contract.ts';
import { etagOf, versionEtag } from '../codec/etag.ts';
import type { NextCallFormatter } from '../problem.ts';
import { type Bytes, encodeUtf8, type HeaderRecord } from '../reply.ts';
import type { RouteDefinition } from './route-definition.ts';
import { createConnectionFlattener } from './flatten-connection.ts';

interface SerializedResult {
  readonly body: string | Bytes;
  /** Cursor of the next page; null if there is none. */
  readonly cursor: string | null;
  readonly headers: HeaderRecord;
}

/**
 * Creates the function that serializes the results of a route. A result that is shared between requests is serialized
 * once. The response to a conditional write has the version of the record as its entity tag.
 */
export function createResponseSerializer(
  { method, next, isConditional }: RouteDefinition,
  description: OperationDescription,
  formatNextCall: NextCallFormatter,
): (result: OperationResult) => SerializedResult {
  const { flatten } = createConnectionFlattener(description);
  const isPage = description.shape === 'page';
  const calls = next.flatMap(({ name }) => formatNextCall({ operation: name }));
  const cache = new WeakMap<OperationResult, SerializedResult>();

  function serialize(result: OperationResult) {
    const { value, cursor } = flatten(result.value);
    if (isPage) return { body: JSON.stringify(value), cursor, headers: {} };
    const body = JSON.stringify(calls.length === 0 ? value : { ...(value as object), next: calls });
    const { version } = value as { readonly version?: number };
    if (method === 'GET') return { body, cursor, headers: { etag: etagOf(body, version) } };
    const tag = isConditional && version !== undefined ? { etag: versionEtag(version) } : {};
    return { body, cursor, headers: tag };
  }

  return (result) => {
    if (!result.isShared) return serialize(result);
    const cached = cache.get(result);
    if (cached) return cached;
    const { body, ...rest } = serialize(result);
    const serialized = { ...rest, body: encodeUtf8(body) };
    cache.set(result, serialized);
    return serialized;
  };
}
