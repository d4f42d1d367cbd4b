import { encodeUtf8 } from '../http/reply.ts';
import type { Bytes } from '../http/route.ts';

type Id = string | number;

/** A response with a longer id is not kept: callers choose the ids, and each of up to 600 shared results keeps a response. */
const MAX_KEPT_ID_LENGTH = 64;

/** A serialized result of JSON-RPC, which several requests may share. */
export class SerializedResult {
  /** The response with the latest short id; before the first one, the result as text. */
  #latest: { readonly id: Id; readonly json: Bytes } | string;
  /** Bytes of the result. */
  readonly byteLength: number;

  constructor(json: string) {
    this.#latest = json;
    this.byteLength = Buffer.byteLength(json);
  }

  /** Whether `toResponse` returns bytes that it has returned before. */
  hasResponse(id: Id): boolean {
    return typeof this.#latest === 'object' && this.#latest.id === id;
  }

  /**
   * Returns the JSON-RPC response with this result. Requests with the same id get the same bytes: a copy of 70 KB for each request
   * would take half as long as all other work for the request (docs/decisions/0065-bytes-of-shared-responses.md).
   */
  toResponse(id: Id): Bytes {
    if (typeof this.#latest === 'object' && this.#latest.id === id) return this.#latest.json;
    const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`;
    const json =
      typeof this.#latest === 'string'
        ? encodeUtf8(`${head}${this.#latest}}`)
        : Buffer.concat([Buffer.from(head), this.#latest.json.subarray(-this.byteLength - 1)]);
    if (String(id).length <= MAX_KEPT_ID_LENGTH) this.#latest = { id, json };
    return json;
  }
}
