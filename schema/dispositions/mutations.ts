import { requireWriter } from '../access.ts';
import type { WriteContext } from '../context.ts';
import type { Happening } from '../events/rules.ts';
import { assertPending } from '../submissions/rules.ts';
import { requireSubmission } from '../submissions/statements.ts';
import {
  assertOpen,
  assertTakes,
  assertVersion,
  type Packet,
  type PacketRow,
  scopeOf,
} from '../work/rules.ts';
import { openWorkFor, requirePacket, saveWork } from '../work/statements.ts';
import { WorkPacket } from '../work/type.ts';
import { createWrite } from '../write.ts';
import { DisposeWorkInput } from './inputs.ts';
import { assertCreator, assertReviewed, dispositionRules, kindOf } from './rules.ts';

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
  const { handle: actor } = requireWriter(ctx.viewer);
  const { ledger, now } = await openWorkFor(ctx, input.workId);
  const { packet } = ledger;
  const about = await findSubject(ctx, packet, input);
  assertCreator(packet, actor);
  assertOpen(packet);
  if (about) assertDecidable(packet, about, input);
  assertVersion(packet, input.version);
  const data = input.note ? { note: input.note } : {};
  const { scope, claimId, submissionId } = about ?? { scope: null, claimId: null, submissionId: null };
  const happening: Happening = {
    ...{ kind: kindOf(input.action), actor, at: now, data },
    ...{ scope, claimId, submissionId },
  };
  ledger.record(happening);
  await saveWork(ctx.db, ledger, ctx.door);
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
  assertTakes(packet, scope, action);
  if (action !== 'repair') assertReviewed(packet, scope);
}
