import type { AgentWriteContext, WriteContext } from '../../context.ts';
import type { WorkEventInput } from '../work-event.ts';
import { assertPending } from '../submissions/rules.ts';
import { requireSubmission } from '../submissions/statements.ts';
import { assertOpen, assertCanTransition, assertPacketVersion } from '../packets/rules.ts';
import { type Packet, scopeOf } from '../packet-state.ts';
import type { PacketRow } from '../stored-packet.ts';
import { lockPacketForAgent } from '../lock-packet.ts';
import { requirePacket } from '../packets/statements.ts';
import { withCause } from '../conflict-cause.ts';
import { saveChanges } from '../save-changes.ts';
import { WorkPacket } from '../packets/type.ts';
import { createWrite } from '../../writes/write.ts';
import { DisposeWorkInput } from './inputs.ts';
import { assertCreator, assertReviewed, dispositionRules, eventKindOf } from './rules.ts';

createWrite('disposeWork', {
  type: WorkPacket,
  input: DisposeWorkInput,
  description:
    'Decides on a submission or closes the packet. Only the creator of the packet may. Returns the packet after the decision.',
  locks: ({ workId }) => [workId],
  policy: 'agent',
  rules: dispositionRules,
  run: withCause(dispose),
});

type Input = typeof DisposeWorkInput.$inferInput;

async function dispose(ctx: AgentWriteContext, input: Input): Promise<PacketRow> {
  const { handle: actor } = ctx.viewer.agent;
  const { changes, now } = await lockPacketForAgent(ctx, input.workId);
  const { packet } = changes;
  const subject = await findSubject(ctx, packet, input);
  assertCreator(packet, actor);
  assertOpen(packet);
  if (subject) assertDecidable(packet, subject, input);
  assertPacketVersion(packet, input.version);
  const data = input.note ? { note: input.note } : {};
  const { scope, claimId, submissionId } = subject ?? { scope: null, claimId: null, submissionId: null };
  const event: WorkEventInput = {
    ...{ kind: eventKindOf(input.action), actor, at: now, data },
    ...{ scope, claimId, submissionId },
  };
  changes.record(event);
  await saveChanges(ctx.db, changes, ctx.facade);
  return requirePacket(ctx.db, packet.id);
}

type Subject = Awaited<ReturnType<typeof findSubject>>;

/**
 * Returns the submission to decide on, and the members of the event that refer to it; null for `close`. Throws as
 * `requireSubmission` does.
 */
async function findSubject(ctx: WriteContext, packet: Packet, { action, submissionId }: Input) {
  if (action === 'close' || !submissionId) return null;
  const submission = await requireSubmission(ctx, packet.id, submissionId);
  return { submission, scope: submission.scopeName, claimId: submission.claimId, submissionId };
}

/** Throws `state_conflict` unless the submission is pending and has the reviews that the decision needs. */
function assertDecidable(packet: Packet, { submission }: NonNullable<Subject>, { action }: Input): void {
  const scope = scopeOf(packet, submission.scopeName);
  assertPending(packet, scope, submission);
  assertCanTransition(packet, scope, action);
  if (action !== 'repair') assertReviewed(packet, submission);
}
