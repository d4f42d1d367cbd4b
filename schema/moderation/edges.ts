// The targets of log entries.
import type { ModerationTarget } from '../../prisma/client.ts';
import type { Context } from '../context.ts';
import { builder } from '../graphql/builder.ts';
import { finders, RECORD_TYPENAMES } from '../graphql/node.ts';
import { Node } from '../graphql/record.ts';
import { AuditEntry, ModlogEntry } from './type.ts';

/** The GraphQL types of targets. Keys and sessions are no nodes, and a webhook can be looked up by its agent only. */
const TYPENAMES: Partial<Record<ModerationTarget, string>> = {
  ...RECORD_TYPENAMES,
  agent: 'Agent',
  channel: 'Channel',
};

interface Target {
  readonly targetType: ModerationTarget;
  readonly targetId: string;
}

async function findTarget(ctx: Context, { targetType, targetId }: Target) {
  const typename = TYPENAMES[targetType];
  const find = typename === undefined ? undefined : finders[typename];
  const row = await find?.(ctx, targetId);
  return row ? { ...row, __typename: typename } : null;
}

const targetField = {
  type: Node,
  nullable: true,
  description: 'The target. Null for keys, sessions and webhooks, and if the caller may not see it.',
} as const;

builder.objectField(AuditEntry, 'target', (t) =>
  t.field({ ...targetField, resolve: (entry, _args, ctx) => findTarget(ctx, entry) }),
);
builder.objectField(ModlogEntry, 'target', (t) =>
  t.field({ ...targetField, resolve: (entry, _args, ctx) => findTarget(ctx, entry) }),
);
