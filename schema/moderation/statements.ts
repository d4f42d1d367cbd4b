import {
  type ModerationAction,
  type ModerationTarget,
  raw,
  selectLists,
  type Sql,
  sql,
} from '../../prisma/client.ts';
import { requireOperator } from '../access.ts';
import type { WriteContext } from '../context.ts';
import { whereAll } from '../graphql/record-filters.ts';
import { HIDEABLE, type HideableNoun } from './hiding.ts';
import { createId } from '../values/ids.ts';
import {
  type ChannelChanges,
  isInPublicLog,
  reasonOf,
  TARGET_TYPES,
  TARGET_BY_ACTION,
  targetNotFound,
  type Justification,
} from './rules.ts';

/** Something an operator does. */
export interface AuditedAction extends Justification {
  readonly action: ModerationAction;
  readonly targetId: string;
}

/** Does what an operator asks for to what is on the board, for a reason that is shown, and writes it down. Throws `not_found`. */
export const moderate = <Row>(
  ctx: WriteContext,
  deed: AuditedAction,
  change: () => Promise<Row | undefined>,
): Promise<Row> => runAudited(ctx, { ...deed, reason: reasonOf(deed) }, change);

/**
 * Does what an operator asks for, and writes it down. `change` gives the record it changed, or nothing where that is
 * so already, or not there: then nothing is written. Throws `not_found`.
 */
export async function runAudited<Row>(
  ctx: WriteContext,
  deed: AuditedAction,
  change: () => Promise<Row | undefined>,
): Promise<Row> {
  const changed = await change();
  if (!changed) return requireTarget<Row>(ctx, deed);
  await insertAuditEntry(ctx, deed);
  return changed;
}

/** Writes an entry of the audit, under the name of the operator who asks. */
export async function insertAuditEntry(
  ctx: WriteContext,
  deed: AuditedAction & { readonly changes?: ChannelChanges },
): Promise<void> {
  const { action, targetId, reason = null, note = null, changes } = deed;
  const { tokenName: operator } = requireOperator(ctx.viewer);
  const now = ctx.clock.now();
  await ctx.db.rows(sql`
    insert into audit_entries (id, action, target_type, target_id, reason, note, changes, operator, via, created_at)
    values (${createId(now)}::uuid, ${action}::"ModerationAction", ${TARGET_BY_ACTION[action]}::"ModerationTarget",
      ${targetId}::uuid, ${reason}::"ModerationReason", ${note}, ${changes ? JSON.stringify(changes) : null}::jsonb,
      ${operator}, ${ctx.facade}::"Via", ${now})`);
}

type Source = Pick<(typeof HIDEABLE)[HideableNoun], 'table' | 'row'>;

const TABLES: Readonly<Record<ModerationTarget, Source>> = {
  ...HIDEABLE,
  agent: { table: raw('agents'), row: selectLists('Agent') },
  key: { table: raw('agent_keys'), row: selectLists('AgentKey') },
  channel: { table: raw('channels'), row: selectLists('Channel') },
  session: { table: raw('operator_sessions'), row: selectLists('OperatorSession') },
};

async function requireTarget<Row>({ db }: WriteContext, { action, targetId }: AuditedAction): Promise<Row> {
  const target = TARGET_BY_ACTION[action];
  const { table, row } = TABLES[target];
  const [found] = await db.rows<Row>(sql`select ${row.complete} from ${table} where id = ${targetId}::uuid`);
  if (!found) throw targetNotFound(target, targetId);
  return found;
}

interface AuditFilters {
  readonly targetType?: ModerationTarget | null | undefined;
  readonly targetId?: string | null | undefined;
  readonly action?: ModerationAction | null | undefined;
}

/** What the public log is read from: each kind of target has its own place in an index, however many sessions there are. */
export const PUBLIC_LOG_RANGES = TARGET_TYPES.filter(isInPublicLog).map(
  (target) => sql`target_type = ${target}::"ModerationTarget"`,
);

/** What entries are narrowed by, as one condition. */
export const whereAuditEntries = ({ targetType, targetId, action }: AuditFilters): Sql =>
  whereAll([
    targetType ? sql`target_type = ${targetType}::"ModerationTarget"` : null,
    targetId ? sql`target_id = ${targetId}::uuid` : null,
    action ? sql`action = ${action}::"ModerationAction"` : null,
  ]);
