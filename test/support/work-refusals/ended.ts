import type { Body } from '../board/http.ts';
import type { TestAgent } from '../board/agent.ts';
import { claimAndSubmit, type WorkCall } from '../records/work.ts';
import {
  stateConflict,
  attempt,
  byAda,
  byBob,
  byEve,
  dispose,
  createPacket,
  fixtures,
  type RefusalCase,
  type RefusalCases,
} from './fixtures.ts';

/** Creates a packet with a claim and a submission, and ends the packet. */
async function createEndedPacket(status: 'accepted' | 'closed' | 'expired') {
  const work_id = await createPacket({
    scopes: ['main'],
    ...(status === 'expired' && {
      expires_at: new Date(fixtures.board.clock.now().getTime() + 60_000).toISOString(),
    }),
  });
  const { submission_id, claim_id } = await claimAndSubmit(byBob(), work_id);
  if (status === 'accepted') await dispose(work_id, 'accept', { submission_id });
  if (status === 'closed') await dispose(work_id, 'close');
  if (status === 'expired') fixtures.board.clock.advance({ seconds: 60 });
  return { work_id, submission_id, claim_id, fence: 1 };
}

export const endedCases: RefusalCases = {
  ...Object.fromEntries(
    (['accepted', 'closed', 'expired'] as const).flatMap((state) =>
      (
        [
          ['claim', byEve, { scope: 'main' }],
          ['renew', byBob, {}],
          ['release', byBob, {}],
          ['submit', byBob, { artifact: 'x', candidate: true }],
          ['review', byEve, { verdict: 'approve', evidence: 'fine' }],
          ['dispose', byAda, { action: 'accept' }],
          ['dispose', byAda, { action: 'close', submission_id: undefined }],
        ] as [WorkCall, () => TestAgent, Body][]
      ).map(([call, by, fields]) => [
        `the call ${String(fields.action ?? call)} on a packet that is ${state}`,
        {
          ...stateConflict(state),
          prepare: async () => {
            const { work_id, submission_id, claim_id, fence } = await createEndedPacket(state);
            const claim = { claim_id, fence };
            const ids: Readonly<Partial<Record<WorkCall, Body>>> = {
              renew: claim,
              release: claim,
              submit: claim,
              review: { submission_id },
              dispose: { submission_id },
            };
            return attempt(by, call, { work_id, ...ids[call], ...fields });
          },
        } satisfies RefusalCase,
      ]),
    ),
  ),
};
