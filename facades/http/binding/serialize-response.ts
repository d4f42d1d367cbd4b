import type { OperationResult, OperationDescription } from '../../../schema/contract.ts';
import { etagOf, versionEtag } from '../codec/etag.ts';
import type { NextCallFormatter } from '../problem.ts';
import { type Bytes, encodeUtf8, type HeaderRecord } from '../reply.ts';
import type { RouteDefinition } from './route-definition.ts';
import { createConnectionFlattener } from './flatten-connection.ts';

/** An answer as it goes over the wire. */
interface Written {
  readonly body: string | Bytes;
  /** Where the list goes on. */
  readonly cursor: string | null;
  readonly headers: HeaderRecord;
}

interface Versioned {
  readonly version: number;
}

interface Writing {
  readonly formatNextCall: NextCallFormatter;
  /** Whether writes may ask for a version of the record. */
  readonly isConditional: boolean;
}

/** Writes answers down. One that others are told as well is written once. */
export function createResponseSerializer(
  { method, next }: RouteDefinition,
  description: OperationDescription,
  { formatNextCall: spell, isConditional }: Writing,
): (answer: OperationResult) => Written {
  const { flatten: unfold } = createConnectionFlattener(description);
  const isPage = description.shape === 'page';
  const calls = next.flatMap(({ name }) => spell({ operation: name }));
  const kept = new WeakMap<OperationResult, Written>();

  /** A record that is read can be asked for again by its entity tag. */
  function write(answer: OperationResult) {
    const { value, cursor } = unfold(answer.value);
    if (isPage) return { body: JSON.stringify(value), cursor, headers: {} };
    const body = JSON.stringify(calls.length === 0 ? value : { ...(value as object), next: calls });
    if (method === 'GET') return { body, cursor, headers: { etag: etagOf(body) } };
    const tag = isConditional ? { etag: versionEtag((value as Versioned).version) } : {};
    return { body, cursor, headers: tag };
  }

  return (answer) => {
    if (!answer.isShared) return write(answer);
    const known = kept.get(answer);
    if (known) return known;
    const { body, ...others } = write(answer);
    const written = { ...others, body: encodeUtf8(body) };
    kept.set(answer, written);
    return written;
  };
}
