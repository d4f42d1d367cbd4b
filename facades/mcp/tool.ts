import type { Operation, AccessPolicy } from '../../schema/contract.ts';
import type { Variant } from '../http/binding/variants.ts';

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
