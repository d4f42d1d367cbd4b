import { sql, type Sql, type Transaction } from '../../prisma/client.ts';
import type { AgentWriteContext } from '../context.ts';
import { BoardError, type ErrorCode } from '../contract.ts';

interface PacketInput {
  readonly workId: string;
  readonly claimId?: string;
}

/** For an error code, a condition on the events that can cause the error (an index serves it). The last of them is the cause. */
const CAUSES: Partial<Record<ErrorCode, (input: PacketInput) => Sql>> = {
  // The event that granted or ended the claim, or that created, decided on or ended its submission.
  claim_lost: ({ claimId }) =>
    sql`claim_id = ${claimId}::uuid and kind not in ('claim.renewed', 'review.created', 'submission.candidate')`,
  // The event that led to the current version.
  version_conflict: ({ workId }) =>
    sql`packet_id = ${workId}::uuid and kind in ('packet.created', 'disposition.repair')`,
};

/**
 * Wraps a write so that `claim_lost` and `version_conflict` have the member `cause`: the event behind the conflict, or
 * null if the history does not have it.
 */
export const withCause =
  <Input extends PacketInput, Row>(run: (ctx: AgentWriteContext, input: Input) => Promise<Row>) =>
  (ctx: AgentWriteContext, input: Input): Promise<Row> =>
    run(ctx, input).catch(async (error: unknown) => {
      throw await addCause(ctx.db, error, input);
    });

/**
 * Returns the error with its cause. Reads the cause in the transaction that failed: only this transaction has the expirations that
 * led to the error.
 */
async function addCause(db: Transaction, error: unknown, input: PacketInput): Promise<unknown> {
  const where = error instanceof BoardError ? CAUSES[error.code]?.(input) : undefined;
  if (!where) return error;
  const [event] = await db.rows<{ id: string; kind: string; at: Date }>(
    sql`select id, kind, at from work_events where ${where} order by seq desc limit 1`,
  );
  const { members } = error as BoardError;
  const cause = event ? { event_id: event.id, kind: event.kind, at: event.at.toISOString() } : null;
  return (error as BoardError).with({ members: { ...members, cause } });
}
