import type { Operation, AccessPolicy } from '../../schema/contract.ts';
import { toBriefVariants, type Variant } from '../http/binding/variants.ts';

/** An MCP tool. Its arguments and schemas are derived from its operations. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /**
   * The operation of the first variant. All variants have its policy. If any variant writes, the first one does.
   */
  readonly operation: Operation;
  /** Access policy of a query. The policy of a mutation comes from the schema. */
  readonly policy: AccessPolicy;
  /** Whether the tool can revoke keys of the caller (`destructiveHint`). Default: false. */
  readonly isDestructive?: boolean;
  /**
   * Whether a repeated call with the same arguments, also without `request_id`, changes nothing further (`idempotentHint`). Not for
   * `board_signal`: a repeated signal has a new version and a new time. Default: false.
   */
  readonly isIdempotent?: boolean;
  readonly variants: readonly [Variant, ...(readonly Variant[])];
}

/** Defines a tool. The default policy is `agent`, the default view of lists `brief`. */
export function defineTool(
  name: `board_${string}`,
  options: Omit<Tool, 'name' | 'operation' | 'policy'> & { readonly policy?: AccessPolicy },
): Tool {
  const variants = toBriefVariants(options.variants);
  return { name, policy: 'agent', ...options, operation: variants[0].operation, variants };
}
