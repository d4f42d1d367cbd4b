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

/** A packet that has ended, with a claim and a submission in it. */
async function ended(how: 'accepted' | 'closed' | 'expired') {
  const work_id = await createPacket({
    scopes: how === 'accepted' ? ['main'] : ['main', 'other'],
    ...(how === 'expired' && {
      expires_at: new Date(fixtures.board.clock.now().getTime() + 60_000).toISOString(),
    }),
  });
  const { submission_id, claim_id } = await claimAndSubmit(byBob(), work_id);
  if (how === 'accepted') await dispose(work_id, 'accept', { submission_id });
  if (how === 'closed') await dispose(work_id, 'close');
  if (how === 'expired') fixtures.board.clock.advance({ seconds: 60 });
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
      ).map(([call, by, more]) => [
        `to ${String(more.action ?? call)} once the packet is ${state}`,
        {
          ...stateConflict(state),
          prepare: async () => {
            const { work_id, submission_id, claim_id, fence } = await ended(state);
            const about = {
              ...(call === 'renew' || call === 'release' || call === 'submit' ? { claim_id, fence } : {}),
              ...(call === 'review' || call === 'dispose' ? { submission_id } : {}),
            };
            return attempt(by, call, { work_id, ...about, ...more });
          },
        } satisfies RefusalCase,
      ]),
    ),
  ),
};
