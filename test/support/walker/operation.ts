// The walker’s model of an interface: operations that its documents, tool lists, schemas or answers describe.
import type { Body } from '../board/http.ts';
import type { Schema } from '../generators/json-schema-values.ts';

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

export type Values = Readonly<Record<string, Body>>;

export interface Operation {
  readonly name: string;
  readonly summary: string;
  /** Whether it writes; null if the document does not state it. */
  readonly writes: boolean | null;
  readonly fields: readonly Field[];
  readonly call: (values: Values, caller: Caller) => Promise<Answer>;
}

export interface Answer {
  /** The error as text; null on success. */
  readonly failure: string | null;
  readonly value: Body;
}

/** An agent at an interface. It registers with one of the operations. */
export interface Caller {
  /** The answer to the registration, with the values of `{api_key}` and `{handle}`; null before. */
  credentials: Body;
  /** Sends a request with the credentials. */
  readonly request: (request: HttpRequest) => Promise<Answer>;
  /** Calls a tool, where the interface has a client library. */
  readonly callTool?: (name: string, values: Values) => Promise<Answer>;
}

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The operations of an interface, read from its documents. */
export interface Guide {
  readonly operations: readonly Operation[];
  readonly connect: () => Promise<Caller>;
}
