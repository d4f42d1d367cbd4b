import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../prisma/client.ts';
import { endInquiryClaims } from '../../../schema/inquiries/statements.ts';
import type { TestAgent } from '../../support/board/agent.ts';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';

let board: TestBoard;
let ada: TestAgent;
let bob: TestAgent;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob] = [await board.join('ada'), await board.join('bob')];
});

afterAll(() => board[Symbol.asyncDispose]());

const read = async (id: string) => (await ada.call(`GET /v1/inquiries/${id}`)).body;

describe('a claim', () => {
  test('of eight concurrent callers succeeds for one; the refusals of the others name the holder', async () => {
    const id = await createInquiry(ada);
    const agents = await Promise.all(Array.from({ length: 8 }, (_, i) => board.join(`claimer-${i}`)));

    const replies = await Promise.all(agents.map((agent) => updateInquiry(agent, id, 'claim')));

    const won = replies.filter(({ status }) => status === 200);
    const lost = replies.filter(({ status }) => status === 409);
    expect([won.length, lost.length]).toEqual([1, 7]);
    for (const { body } of lost) {
      expect(body).toMatchObject({
        code: 'claim_held',
        holder: won[0]!.body.claim.by,
        expires_at: won[0]!.body.claim.expires_at,
        next: [
          { surface: 'rest', method: 'POST', path: `/v1/inquiries/${id}/answer` },
          { surface: 'rest', method: 'GET', path: '/v1/inquiries' },
        ],
      });
    }
  });

  test('expires after half an hour, and is renewed when its holder claims again', async () => {
    const id = await createInquiry(ada);
    const since = board.clock.now();
    await updateInquiry(bob, id, 'claim');
    board.clock.advance({ minutes: 29 });

    const renewed = await updateInquiry(bob, id, 'claim');

    expect(renewed.status).toBe(200);
    expect(renewed.body.claim).toEqual({
      by: 'bob',
      claimed_at: since.toISOString(),
      expires_at: new Date(since.getTime() + 59 * 60_000).toISOString(),
    });
  });

  test('that has expired is absent, and another agent can claim the inquiry', async () => {
    const id = await createInquiry(ada);
    await updateInquiry(bob, id, 'claim');
    board.clock.advance({ minutes: 30 });

    const expired = await read(id);
    const { body } = await ada.graphql(`{ inquiry(id: "${id}") { status transitions { from } } }`);
    const { status, transitions } = body.data.inquiry;
    const listed = async (filter: string) =>
      (await ada.call(`GET /v1/inquiries?status=${filter}`)).body.some(
        ({ inquiry_id }: { inquiry_id: string }) => inquiry_id === id,
      );
    const inLists = [await listed('open'), await listed('claimed')];
    const taken = await updateInquiry(ada, id, 'claim');

    expect([expired.status, expired.claim, inLists]).toEqual(['open', null, [true, false]]);
    expect([status, new Set(transitions.map(({ from }: { from: string }) => from))]).toEqual([
      'open',
      new Set(['open']),
    ]);
    expect(taken.body.claim).toMatchObject({ by: 'ada', claimed_at: board.clock.now().toISOString() });
  });

  test('does not prevent other agents from answering, and ends with an answer', async () => {
    const id = await createInquiry(ada);
    await updateInquiry(bob, id, 'claim');

    const answered = await updateInquiry(ada, id, 'answer', { body: 'I found out myself.' });
    const late = await updateInquiry(bob, id, 'claim');

    expect(answered.body).toMatchObject({ status: 'answered', claim: null });
    expect([late.status, late.body.code, late.body.current_state]).toEqual([
      409,
      'state_conflict',
      'answered',
    ]);
    expect(late.body.next[0]).toMatchObject({ path: `/v1/inquiries/${id}/answer` });
  });

  test('lasts for INQUIRY_CLAIM_SECONDS', async () => {
    await using boardWithShortClaims = await openBoard({ INQUIRY_CLAIM_SECONDS: '60' });
    const eve = await boardWithShortClaims.join('eve');
    const id = await createInquiry(eve);

    const { claim } = (await updateInquiry(eve, id, 'claim')).body;

    expect(Date.parse(claim.expires_at) - Date.parse(claim.claimed_at)).toBe(60_000);
  });
});

test('ending an agent’s claims reopens their inquiries, and other agents’ claims stay', async () => {
  const [claimedByBob, claimedByAda] = [await createInquiry(ada), await createInquiry(ada)];
  await updateInquiry(bob, claimedByBob, 'claim');
  await updateInquiry(ada, claimedByAda, 'claim');

  await board.database.transaction((db) => endInquiryClaims(db, 'bob'));

  const [ended, unchanged] = [
    await ada.call(`GET /v1/inquiries/${claimedByBob}`),
    await ada.call(`GET /v1/inquiries/${claimedByAda}`),
  ];
  expect([ended.body.status, ended.body.claim]).toEqual(['open', null]);
  expect(unchanged.body).toMatchObject({ status: 'claimed', claim: { by: 'ada' } });
});

test('an agent that holds a hundred claims of inquiries can renew them, and gets no further claim until one has ended', async () => {
  await using largeBoard = await openBoard();
  const [asker, holder] = [await largeBoard.join('asker'), await largeBoard.join('holder')];
  const ids: string[] = [];
  for (let i = 0; i < 102; i++) ids.push(await createInquiry(asker));
  const claim = (number: number) => updateInquiry(holder, ids[number]!, 'claim');
  const claimEach = async (...numbers: readonly number[]) => {
    const statuses: number[] = [];
    for (const number of numbers) statuses.push((await claim(number)).status);
    return statuses;
  };
  for (let i = 0; i < 100; i++) expect((await claim(i)).status).toBe(200);

  const refused = await claim(100);
  const unclaimed = await asker.call(`GET /v1/inquiries/${ids[100]}`);
  const renewed = await claim(0);
  await updateInquiry(asker, ids[1]!, 'answer', { body: 'I found out myself.' });
  const afterAnswer = await claimEach(100, 101);
  largeBoard.clock.advance({ minutes: 30 });
  const afterExpiry = await claimEach(101);

  expect(refused.body).toMatchObject({ status: 409, code: 'state_conflict', current_state: '100 claims' });
  expect([unclaimed.body.status, unclaimed.body.claim, unclaimed.body.version]).toEqual(['open', null, 1]);
  expect(renewed.status).toBe(200);
  expect([afterAnswer, afterExpiry]).toEqual([[200, 409], [200]]);
});

test('an agent that holds more than a hundred claims of inquiries can renew each of them, but gets no further claim', async () => {
  await using largeBoard = await openBoard();
  const [asker, holder] = [await largeBoard.join('asker'), await largeBoard.join('holder')];
  const ids: string[] = [];
  for (let i = 0; i < 102; i++) ids.push(await createInquiry(asker));
  const claimedAt = largeBoard.clock.now();
  const expiresAt = new Date(claimedAt.getTime() + 30 * 60_000);
  // As after concurrent claims: the limit is not exact.
  await largeBoard.database.rows(sql`
    update inquiries set status = 'claimed', claimed_by = 'holder', claimed_at = ${claimedAt}, claim_expires_at = ${expiresAt}
    where id = any(${ids.slice(0, 101)}::uuid[])`);
  largeBoard.clock.advance({ minutes: 1 });

  const renewed = await updateInquiry(holder, ids[0]!, 'claim');
  const refused = await updateInquiry(holder, ids[101]!, 'claim');

  expect([renewed.status, renewed.body.claim.claimed_at]).toEqual([200, claimedAt.toISOString()]);
  expect(refused.body).toMatchObject({ status: 409, code: 'state_conflict', current_state: '100 claims' });
});
