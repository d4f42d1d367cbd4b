// How operations are described to facades, which document them and read their variables from the wire.

/** A JSON Schema (2020-12) fragment, as OpenAPI 3.1 and MCP carry it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One variable of an operation, described by the argument or input field of the schema that it feeds. */
export interface Parameter {
  /** The variable's name. */
  readonly name: string;
  /** Its name on the wire: snake_case. */
  readonly wireName: string;
  readonly required: boolean;
  /** `object` has `fields`, `list` has `item`; the others are read from text by their own form. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'json' | 'object' | 'list';
  readonly fields?: readonly Parameter[];
  readonly item?: Parameter;
  readonly schema: JsonSchema;
}

/** A rule between parameters of an operation. */
export interface RuleDescription {
  /** Wire names of the parameters it reads; its refusal names the first. */
  readonly parameters: readonly string[];
  /** What must hold, in words. */
  readonly message: string;
  /** The same as JSON Schema of an object with these members; null where JSON Schema cannot express it. */
  readonly schema: JsonSchema | null;
}

/** What the schema knows about an operation: enough to document it, and to read its variables from the wire. */
export interface OperationDescription {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  /** The root field's description. */
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** What must hold between the parameters. */
  readonly rules: readonly RuleDescription[];
  /** `page` is a connection: `{ nodes, pageInfo { endCursor hasNextPage } }`. */
  readonly shape: 'record' | 'page';
  /** Schema of the answer, or of one node where it is a page. Names are the document's aliases. */
  readonly resultSchema: JsonSchema;
}
