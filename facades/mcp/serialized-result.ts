import type { OperationResult } from '../../schema/contract.ts';
import { KeptValues } from '../http/kept-values.ts';
import { encodeUtf8 } from '../http/reply.ts';
import type { Bytes } from '../http/route.ts';

type Id = string | number;

/** A response with a longer id is not kept: callers choose the ids, and each of up to 600 shared results keeps a response. */
const MAX_KEPT_ID_LENGTH = 64;

/** A serialized result of JSON-RPC, which several requests may share. */
export class SerializedResult {
  /** The response with the latest short id; before the first one, the result with the last brace of a response. */
  #latest: { readonly id: Id | null; readonly json: Bytes };
  /** Bytes of the result. */
  readonly byteLength: number;

  constructor(json: string) {
    // A string with one character outside Latin-1 would take two bytes for each character.
    this.#latest = { id: null, json: encodeUtf8(`${json}}`) };
    this.byteLength = this.#latest.json.byteLength - 1;
  }

  /** Whether `toResponse` returns bytes that it has returned before. */
  hasResponse(id: Id): boolean {
    return this.#latest.id === id;
  }

  /**
   * Returns the JSON-RPC response with this result. Requests with the same id get the same bytes: a copy of 70 KB for each request
   * would take half as long as all other work for the request (docs/decisions/0065-bytes-of-shared-responses.md).
   */
  toResponse(id: Id): Bytes {
    if (this.#latest.id === id) return this.#latest.json;
    const head = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
    const json = Buffer.concat([head, this.#latest.json.subarray(-this.byteLength - 1)]);
    if (String(id).length <= MAX_KEPT_ID_LENGTH) this.#latest = { id, json };
    return json;
  }
}

const serializedResults = new KeptValues<SerializedResult>();

/** Serializes a result. A result that several callers share is serialized once, if `KeptValues` keeps it. */
export function serializeOnce(result: OperationResult, serialize: () => SerializedResult): SerializedResult {
  const known = serializedResults.get(result);
  if (known) return known;
  const serialized = serialize();
  serializedResults.set(result, serialized, serialized.byteLength);
  return serialized;
}
