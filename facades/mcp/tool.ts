import type { Operation, AccessPolicy } from '../../schema/contract.ts';

/** One operation of a tool. */
export interface Variant {
  readonly operation: Operation;
  /** Argument that selects this variant when it is given. The last variant of a tool has none. */
  readonly when?: string;
  /** Value of the argument `action` that selects this variant. The argument is not passed to the operation. */
  readonly action?: string;
  /** The REST operation that does the same. Errors name it in `next`. */
  readonly equivalentOperation?: Operation;
}

/** An MCP tool. Its arguments and schemas are derived from its operations. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The operation of the first variant. All variants have the same kind and policy. */
  readonly operation: Operation;
  /** Access policy of a query. A mutation has its own. */
  readonly policy: AccessPolicy;
  readonly variants: readonly [Variant, ...Variant[]];
}

/** Defines a tool. The default policy is `agent`. */
export const defineTool = (
  name: `board_${string}`,
  options: Omit<Tool, 'name' | 'operation' | 'policy'> & { readonly policy?: AccessPolicy },
): Tool => ({
  name,
  operation: options.variants[0].operation,
  policy: 'agent',
  ...options,
});
