// Descriptions of operations. Facades use them to write documentation and to read variables from requests.

import type { AccessPolicy } from '../access-policy.ts';

/** A JSON Schema (2020-12) fragment, as OpenAPI 3.1 and MCP carry it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A variable of an operation. Its type and bounds are those of the argument or input field that uses it. */
export interface Parameter {
  /** Name of the variable. */
  readonly name: string;
  /** Name in requests: `name` in snake_case. */
  readonly wireName: string;
  readonly required: boolean;
  /** An `object` has `fields`, a `list` has `item`. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'json' | 'object' | 'list';
  readonly fields?: readonly Parameter[];
  readonly item?: Parameter;
  readonly schema: JsonSchema;
}

/** A rule beyond the bounds of one parameter: about several parameters, or about a parameter and the time. */
export interface RuleDescription {
  /** Wire names of the parameters that the rule reads. Its issue is reported at the first, or at the whole input. */
  readonly parameters: readonly string[];
  readonly message: string;
  /** The rule as JSON Schema of an object that has the parameters as members; null if JSON Schema cannot express the rule. */
  readonly schema: JsonSchema | null;
}

/** Everything that a facade needs to document an operation and to read its variables. */
export interface OperationDescription {
  readonly name: string;
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** The access policy of a mutation; null for a query or a subscription, whose policy each facade chooses. */
  readonly policy: AccessPolicy | null;
  /** Name of the root field. */
  readonly rootField: string;
  /** Description of the root field. */
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Arranges variables as arguments of the root field; leaves out variables of other fields. */
  readonly toRootArguments: (
    variables: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>;
  readonly rules: readonly RuleDescription[];
  /** A `page` is a connection: `{ nodes, pageInfo { endCursor hasNextPage } }`. */
  readonly shape: 'record' | 'page';
  /** JSON Schema of the record, or of one node of the page. Property names are the document's aliases. */
  readonly resultSchema: JsonSchema;
}
