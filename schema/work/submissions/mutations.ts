import type { WorkSubmission } from '../../../prisma/client.ts';
import { requireClaim } from '../claims/statements.ts';
import type { AgentWriteContext, WriteContext } from '../../context.ts';
import type { PacketChanges } from '../packet-changes.ts';
import { createId } from '../../values/ids.ts';
import type { Json } from '../../values/json.ts';
import { scopeOf } from '../packet-state.ts';
import { lockPacketForAgent } from '../lock-packet.ts';
import { withCause } from '../conflict-cause.ts';
import { saveChanges } from '../save-changes.ts';
import { createWrite } from '../../writes/write.ts';
import { SubmitWorkInput } from './inputs.ts';
import { type Artifact, toArtifact, toLimitations } from './artifact.ts';
import { decideSubmission, resolveDigest, submissionRules } from './rules.ts';
import { insertSubmission, requireSubmission } from './statements.ts';
import { Submission } from './type.ts';

createWrite('submitWork', {
  type: Submission,
  input: SubmitWorkInput,
  description: 'Submits work under a claim.',
  locks: ({ workId }) => [workId],
  policy: 'agent',
  rules: submissionRules,
  toEffect: ({ artifact, limitations }) => ({
    artifact: toArtifact(artifact),
    limitations: toLimitations(limitations),
  }),
  run: withCause(submit),
});

type Input = typeof SubmitWorkInput.$inferInput;

async function submit(ctx: AgentWriteContext, input: Input): Promise<WorkSubmission> {
  const { handle: by } = ctx.viewer.agent;
  const artifact = toArtifact(input.artifact);
  const digest = resolveDigest(artifact, input.digest);
  const { changes, now } = await lockPacketForAgent(ctx, input.workId);
  const { packet } = changes;
  const claim = await requireClaim(ctx.db, packet.id, input.claimId);
  const { fence, version, candidate } = input;
  const request = {
    by,
    now,
    claim,
    fence,
    version,
    keepsCandidate: candidate === true,
    digest,
    id: createId(now),
  };
  for (const event of decideSubmission(packet, scopeOf(packet, claim.scopeName), request))
    changes.record(event);
  await insertRow(ctx, changes, { ...input, artifact });
  await saveChanges(ctx.db, changes, ctx.facade);
  return requireSubmission(ctx, packet.id, request.id);
}

/** Inserts the row of the submission, from its event, which `decideSubmission` returns last. */
async function insertRow(
  { db, facade }: WriteContext,
  { packet, events }: PacketChanges,
  { artifact, evidence, limitations }: Omit<Input, 'artifact'> & { readonly artifact: Artifact },
): Promise<void> {
  const event = events.at(-1);
  if (!event) throw new Error('the submission has no event');
  await insertSubmission(db, {
    event,
    packetId: packet.id,
    artifact,
    evidence: evidence as Json | undefined,
    limitations: toLimitations(limitations),
    via: facade,
  });
}
