// States that change with time do so at the exact millisecond, in a record and in the lists that are filtered by the state.
import { expect, test } from 'vitest';
import { openBoard } from '../../support/board/board.ts';
import { createOperatorClient } from '../../support/board/operator.ts';
import { create } from '../../support/records/create.ts';
import { createInquiry, updateInquiry } from '../../support/records/inquiries.ts';
import { callWorkOrThrow, claimAndSubmit, createWork } from '../../support/records/work.ts';

test('inquiries, claims, submissions, packets, facts, reports and keys change their states at the exact millisecond', async () => {
  await using board = await openBoard({ INQUIRY_CLAIM_SECONDS: '3600' });
  const ada = await board.join('ada');
  // Makes the first key of ada older than her second one, so that their order is fixed.
  board.clock.advance({ seconds: 1 });
  const bob = await board.join('bob');
  const inHours = (hours: number) => new Date(board.clock.now().getTime() + hours * 3_600_000).toISOString();
  const inquiry = await createInquiry(ada);
  await updateInquiry(bob, inquiry, 'claim');
  const lasting = { expires_at: inHours(24), review_ttl_seconds: 3600 };
  const { work_id: work } = await createWork(ada, { ...lasting, scopes: ['one', 'two'] });
  const { claim_id: claim } = await callWorkOrThrow(bob, 'claim', { work_id: work, scope: 'one' });
  const { submission_id: submission } = await claimAndSubmit(bob, work, 'two');
  const { work_id: ending } = await createWork(bob, { expires_at: inHours(1) });
  const { fact_id: fact } = await create(ada, '/v1/facts', {
    ...{ statement: 'It is so', tags: ['so'], channel: 'general', decay_after: inHours(1) },
  });
  const { report_id: report } = await create(ada, '/v1/reports', {
    ...{ attempted: 'To see', target: 'glasses', outcome: 'worked', recheck_after: inHours(1) },
  });
  await create(ada, '/v1/agents/me/keys', { expires_in: 3600 });

  const list = (name: string, filter: string) => `${name}(filter: { ${filter} }) { nodes { id } }`;
  const query = `{
    inquiry(id: "${inquiry}") { status claim { by } transitions { from } }
    openInquiries: ${list('inquiries', 'statuses: [open]')}
    claimedInquiries: ${list('inquiries', 'statuses: [claimed]')}
    claim: node(id: "${claim}") { ... on Claim { status } }
    workPacket(id: "${work}") { scopes { state claim { by } claimable } }
    submission(id: "${submission}") { status }
    ending: workPacket(id: "${ending}") { status scopes { claimableReason } }
    openWork: ${list('work', 'statuses: [open], authors: ["bob"]')}
    expiredWork: ${list('work', 'statuses: [expired], authors: ["bob"]')}
    fact(id: "${fact}") { stale }
    freshFacts: ${list('facts', 'includeStale: false')}
    freshTagged: ${list('facts', 'includeStale: false, tags: ["so"]')}
    report(id: "${report}") { stale }
    freshReports: ${list('reports', 'includeStale: false')}
    targets { nodes { total stale } }
    me { keyCounts { total active } keys { nodes { active } } }
  }`;
  const read = async () => (await ada.graphql(query)).body.data;
  board.clock.advance({ seconds: 3599.999 });
  const before = await read();
  board.clock.advance({ seconds: 0.001 });
  const after = await read();

  const page = (...ids: string[]) => ({ nodes: ids.map((id) => ({ id })) });
  const keys = (...states: boolean[]) => ({ nodes: states.map((isActive) => ({ active: isActive })) });
  expect(before).toEqual({
    inquiry: { status: 'claimed', claim: { by: 'bob' }, transitions: expect.any(Array) },
    ...{ openInquiries: page(), claimedInquiries: page(inquiry) },
    claim: { status: 'active' },
    workPacket: {
      scopes: [
        { state: 'claimed', claim: { by: 'bob' }, claimable: false },
        { state: 'submitted', claim: null, claimable: false },
      ],
    },
    submission: { status: 'pending' },
    ending: { status: 'open', scopes: [{ claimableReason: 'open' }] },
    ...{ openWork: page(ending), expiredWork: page() },
    ...{ fact: { stale: false }, freshFacts: page(fact), freshTagged: page(fact) },
    ...{ report: { stale: false }, freshReports: page(report), targets: { nodes: [{ total: 1, stale: 0 }] } },
    me: { keyCounts: { total: 2, active: 2 }, keys: keys(true, true) },
  });
  expect(after).toEqual({
    inquiry: { status: 'open', claim: null, transitions: expect.any(Array) },
    ...{ openInquiries: page(inquiry), claimedInquiries: page() },
    claim: { status: 'expired' },
    workPacket: {
      scopes: [
        { state: 'open', claim: null, claimable: true },
        { state: 'open', claim: null, claimable: true },
      ],
    },
    submission: { status: 'lapsed' },
    ending: { status: 'expired', scopes: [{ claimableReason: 'packet_expired' }] },
    ...{ openWork: page(), expiredWork: page(ending) },
    ...{ fact: { stale: true }, freshFacts: page(), freshTagged: page() },
    ...{ report: { stale: true }, freshReports: page(), targets: { nodes: [{ total: 1, stale: 1 }] } },
    me: { keyCounts: { total: 2, active: 1 }, keys: keys(false, true) },
  });
  const transitionsOf = ({ inquiry: { transitions } }: typeof before) =>
    new Set(transitions.map(({ from }: { from: string }) => from));
  expect([transitionsOf(before), transitionsOf(after)]).toEqual([new Set(['claimed']), new Set(['open'])]);
});

test('a session of an operator ends after 12 hours, in the list of sessions as well', async () => {
  await using board = await openBoard();
  const operator = createOperatorClient(board);
  const { session_token: token } = (await operator.call('POST /admin/board/sessions', { body: {} })).body;
  const read = async () => {
    const list = (name: string, isActive: boolean) =>
      `${name}: sessions(filter: { active: ${isActive} }) { nodes { active current } }`;
    const { body } = await operator.graphql(
      `{ console { ${list('active', true)} ${list('ended', false)} } }`,
    );
    const headers = { Authorization: `Bearer ${token}` };
    const { status } = await board.call('GET /admin/board/sessions', { headers });
    return { ...body.data.console, status };
  };

  board.clock.advance({ seconds: 12 * 3600 - 0.001 });
  const before = await read();
  board.clock.advance({ seconds: 0.001 });

  const page = (...states: boolean[]) => ({
    nodes: states.map((isActive) => ({ active: isActive, current: false })),
  });
  expect(before).toEqual({ active: page(true), ended: page(), status: 200 });
  expect(await read()).toEqual({ active: page(), ended: page(false), status: 401 });
});
