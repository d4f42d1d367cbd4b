import { requireActiveAgent } from '../../access.ts';
import type { WriteContext } from '../../context.ts';
import type { WorkEventInput } from '../events/rules.ts';
import { assertPending } from '../submissions/rules.ts';
import { requireSubmission } from '../submissions/statements.ts';
import {
  assertOpen,
  assertCanTransition,
  assertVersion,
  type Packet,
  type PacketRow,
  scopeOf,
} from '../packets/rules.ts';
import { lockPacketForAgent, requirePacket, saveChanges } from '../packets/statements.ts';
import { WorkPacket } from '../packets/type.ts';
import { createWrite } from '../../writes/write.ts';
import { DisposeWorkInput } from './inputs.ts';
import { assertCreator, assertReviewed, dispositionRules, eventKindOf } from './rules.ts';

createWrite('disposeWork', {
  type: WorkPacket,
  input: DisposeWorkInput,
  description: 'Decides on a submission, or closes the packet; gives the packet as it is then.',
  policy: 'agent',
  rules: dispositionRules,
  run: dispose,
});

type Input = typeof DisposeWorkInput.$inferInput;

async function dispose(ctx: WriteContext, input: Input): Promise<PacketRow> {
  const { handle: actor } = requireActiveAgent(ctx.viewer);
  const { changes: ledger, now } = await lockPacketForAgent(ctx, input.workId);
  const { packet } = ledger;
  const about = await findSubject(ctx, packet, input);
  assertCreator(packet, actor);
  assertOpen(packet);
  if (about) assertDecidable(packet, about, input);
  assertVersion(packet, input.version);
  const data = input.note ? { note: input.note } : {};
  const { scope, claimId, submissionId } = about ?? { scope: null, claimId: null, submissionId: null };
  const happening: WorkEventInput = {
    ...{ kind: eventKindOf(input.action), actor, at: now, data },
    ...{ scope, claimId, submissionId },
  };
  ledger.record(happening);
  await saveChanges(ctx.db, ledger, ctx.facade);
  return requirePacket(ctx.db, packet.id);
}

type Subject = Awaited<ReturnType<typeof findSubject>>;

/** The submission that is decided on; null where the packet is closed. Throws `not_found`. */
async function findSubject(ctx: WriteContext, packet: Packet, { action, submissionId }: Input) {
  if (action === 'close' || !submissionId) return null;
  const submission = await requireSubmission(ctx, packet.id, submissionId);
  return { submission, scope: submission.scopeName, claimId: submission.claimId, submissionId };
}

/** Throws `state_conflict`. */
function assertDecidable(packet: Packet, { submission }: NonNullable<Subject>, { action }: Input): void {
  const scope = scopeOf(packet, submission.scopeName);
  assertPending(packet, scope, submission);
  assertCanTransition(packet, scope, action);
  if (action !== 'repair') assertReviewed(packet, scope);
}
