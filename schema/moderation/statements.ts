import {
  type ModerationAction,
  type ModerationTarget,
  raw,
  selectLists,
  sql,
  type Sql,
} from '../../prisma/client.ts';
import type { OperatorWriteContext, WriteContext } from '../context.ts';
import type { ListConditions } from '../graphql/lists/list-conditions.ts';
import { whereOneOf } from '../graphql/lists/record-filters.ts';
import { HIDEABLE, type HideableType } from './hiding.ts';
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

/** An action of an operator on a target. */
interface AuditedAction extends Justification {
  readonly action: ModerationAction;
  readonly targetId: string;
}

/** Like `runAudited`, for actions that have a reason, by default `other`. Throws `not_found`. */
export const moderate = <Row>(
  ctx: OperatorWriteContext,
  action: AuditedAction,
  change: () => Promise<Row | undefined>,
): Promise<Row> => runAudited(ctx, { ...action, reason: reasonOf(action) }, change);

/**
 * Runs an action of an operator and inserts an audit entry. `change` returns the changed record, or undefined if
 * nothing is to change or the record does not exist. Then there is no entry: returns the unchanged record, or throws
 * `not_found`.
 */
export async function runAudited<Row>(
  ctx: OperatorWriteContext,
  action: AuditedAction,
  change: () => Promise<Row | undefined>,
): Promise<Row> {
  const changedRow = await change();
  if (!changedRow) return requireTarget<Row>(ctx, action);
  await insertAuditEntry(ctx, action);
  return changedRow;
}

/** Inserts an entry in the audit log, with the name of the operator token of the call. */
export async function insertAuditEntry(
  ctx: OperatorWriteContext,
  {
    action,
    targetId,
    reason = null,
    note = null,
    changes,
  }: AuditedAction & { readonly changes?: ChannelChanges },
): Promise<void> {
  const { tokenName: operator } = ctx.viewer;
  const now = ctx.clock.now();
  await ctx.db.rows(sql`
    insert into audit_entries (id, action, target_type, target_id, reason, note, changes, operator, via, created_at)
    values (${createId(now)}::uuid, ${action}::"ModerationAction", ${TARGET_BY_ACTION[action]}::"ModerationTarget",
      ${targetId}::uuid, ${reason}::"ModerationReason", ${note}, ${changes ? JSON.stringify(changes) : null}::jsonb,
      ${operator}, ${ctx.facade}::"Via", ${now})`);
}

/** The table of each type of target, and the columns to select. */
const TABLES: Readonly<Record<ModerationTarget, Pick<(typeof HIDEABLE)[HideableType], 'table' | 'columns'>>> =
  {
    ...HIDEABLE,
    agent: { table: raw('agents'), columns: selectLists('Agent') },
    key: { table: raw('agent_keys'), columns: selectLists('AgentKey') },
    channel: { table: raw('channels'), columns: selectLists('Channel') },
    session: { table: raw('operator_sessions'), columns: selectLists('OperatorSession') },
    webhook: { table: raw('webhooks'), columns: selectLists('Webhook') },
  };

async function requireTarget<Row>({ db }: WriteContext, { action, targetId }: AuditedAction): Promise<Row> {
  const target = TARGET_BY_ACTION[action];
  const { table, columns } = TABLES[target];
  const [found] = await db.rows<Row>(
    sql`select ${columns.complete} from ${table} where id = ${targetId}::uuid`,
  );
  if (!found) throw targetNotFound(target, targetId);
  return found;
}

interface PublicLogFilter {
  readonly actions: readonly ModerationAction[] | null;
  readonly targetTypes: readonly ModerationTarget[] | null;
}

interface AuditLogFilter extends PublicLogFilter {
  readonly targetIds: readonly string[] | null;
}

const whereAction = (action: ModerationAction): Sql => sql`action = ${action}::"ModerationAction"`;

const whereTargetType = (target: ModerationTarget): Sql => sql`target_type = ${target}::"ModerationTarget"`;

/** The conditions of the public log, each on a range of an index, so that entries that are not public are not scanned. */
export function filterPublicLog({ actions, targetTypes }: PublicLogFilter): ListConditions {
  const targets = TARGET_TYPES.filter(isInPublicLog).filter(
    (target) => targetTypes?.includes(target) ?? true,
  );
  const shownActions = actions?.filter((action) => targets.includes(TARGET_BY_ACTION[action]));
  return {
    conditions: {
      action: shownActions && orNone(shownActions.map(whereAction)),
      targetType: orNone(targets.map(whereTargetType)),
    },
    indexes: [['action'], ['targetType']],
  };
}

/** The conditions of the log of all actions. Leaves out actions whose targets have a type that is not in `targetTypes`. */
export function filterAuditLog({ actions, targetTypes, targetIds }: AuditLogFilter): ListConditions {
  const possibleActions = actions?.filter(
    (action) => targetTypes?.includes(TARGET_BY_ACTION[action]) ?? true,
  );
  return {
    conditions: {
      action: possibleActions && orNone(possibleActions.map(whereAction)),
      targetType: whereOneOf(targetTypes, whereTargetType),
      targetId: whereOneOf(targetIds, (id) => sql`target_id = ${id}::uuid`),
    },
    indexes: [['targetId'], ['action'], ['targetType']],
  };
}

const orNone = (conditions: readonly Sql[]): readonly Sql[] =>
  conditions.length > 0 ? conditions : [sql`false`];
