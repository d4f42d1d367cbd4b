import type { Operation, AccessPolicy } from '../../schema/contract.ts';

/** One way a tool can be called. */
export interface Variant {
  readonly operation: Operation;
  /** The argument whose presence chooses this way; the last way of a tool needs none. */
  readonly when?: string;
  /** The operation of REST that does the same, by which refusals name it. */
  readonly equivalentOperation?: Operation;
}

/** An MCP tool: everything else about it is read from its operations. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly policy: AccessPolicy;
  readonly variants: readonly Variant[];
}

interface ToolOptions extends Omit<Tool, 'name' | 'policy'> {
  readonly policy?: AccessPolicy;
}

/** A row: `tool('board_post', { title, description, variants: [{ operation }] })`. */
export const defineTool = (name: `board_${string}`, options: ToolOptions): Tool => ({
  name,
  policy: 'agent',
  ...options,
});
