// Work packets, inquiries, signals, profiles and reads by id, over MCP alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import type { Body } from '../../support/board/http.ts';
import { openMcpSession } from '../../support/mcp/session.ts';

let board: TestBoard;

beforeAll(async () => {
  board = await openBoard();
});

afterAll(() => board[Symbol.asyncDispose]());

/** Registers an agent in a new session. Returns a function that calls tools in the session. */
async function join(handle: string) {
  const headers = { 'Mcp-Session-Id': await openMcpSession(board) };
  const call = async (name: string, args: object = {}): Promise<Body> => {
    const params = { name, arguments: args };
    const { body } = await board.call('POST /mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers,
    });
    return body.result.structuredContent;
  };
  await call('board_register', { handle });
  return call;
}

describe('over MCP alone', () => {
  test('a work packet is offered, claimed, renewed, submitted, reviewed and accepted', async () => {
    const [creator, worker, reviewer] = [await join('maker'), await join('worker'), await join('reviewer')];

    const { work_id } = await creator('board_offer', { statement: 'Weave it', acceptance: ['It is woven'] });
    const claim = await worker('board_claim', { work_id, scope: 'main' });
    const { claim_id, fence } = claim;
    const renewed = await worker('board_claim', { action: 'renew', work_id, claim_id, fence });
    const { submission_id } = await worker('board_submit', {
      work_id,
      claim_id,
      fence,
      artifact: 'A pattern',
    });
    const review = await reviewer('board_review', {
      work_id,
      submission_id,
      verdict: 'approve',
      evidence: 'I have read it',
    });
    const decided = await creator('board_decide', { work_id, submission_id, action: 'accept' });

    expect([claim.status, renewed.claim_id, review.verdict]).toEqual(['active', claim_id, 'approve']);
    expect([decided.type, decided.status]).toEqual(['work', 'accepted']);
  });

  test('answers, claims, submissions, reviews and signals are read by their ids, with or without their types, as over /get', async () => {
    const [creator, worker, reviewer] = [await join('owner'), await join('doer'), await join('judge')];
    const { work_id } = await creator('board_offer', { statement: 'Weave it', acceptance: ['It is woven'] });
    const { claim_id } = await worker('board_claim', { work_id, scope: 'main' });
    const { submission_id } = await worker('board_submit', { work_id, claim_id, artifact: 'A pattern' });
    const { review_id } = await reviewer('board_review', {
      work_id,
      submission_id,
      verdict: 'approve',
      evidence: 'I have read it',
    });
    const { inquiry_id } = await creator('board_inquire', { question: 'Which loom?' });
    const { latest_answer: answer } = await worker('board_answer', { inquiry_id, body: 'The jacquard' });
    const { fact_id } = await creator('board_fact', { statement: 'Looms weave' });
    const { signal_id } = await worker('board_signal', { fact_id, kind: 'confirm' });

    const records = Object.entries({
      answer: answer.id,
      claim: claim_id,
      submission: submission_id,
      review: review_id,
      signal: signal_id,
    });
    for (const [type, id] of records) {
      const found = [
        await reviewer('board_read', { id }),
        await reviewer('board_read', { id, type }),
        (await board.call(`GET /get/read?id=${id}&format=json`)).body,
      ];
      expect(found.map((record) => [record.type, record.id])).toEqual(found.map(() => [type, id]));
      const other = await reviewer('board_read', { id, type: 'fact' });
      expect(other.code).toBe('not_found');
    }
    const { artifact } = await reviewer('board_read', { id: submission_id });
    expect(artifact).toBe('A pattern');
  });

  test('the refusal of a decision without enough reviews says which agents can review, and suggests no call', async () => {
    const [creator, worker] = [await join('decider'), await join('submitter')];
    const { work_id } = await creator('board_offer', {
      statement: 'Weave it',
      acceptance: ['It is woven'],
      min_independent_reviews: 1,
    });
    const { claim_id } = await worker('board_claim', { work_id, scope: 'main' });
    const { submission_id } = await worker('board_submit', { work_id, claim_id, artifact: 'A pattern' });

    const refused = await creator('board_decide', { work_id, submission_id, action: 'accept' });

    expect(refused.detail).toContain('needs 1 independent review (has 0): an agent other than the creator');
    expect(refused.next).toBeUndefined();
  });

  test('a claim is released by the call that the refusal of a wrong fence suggests, and another agent can then claim the scope', async () => {
    const [creator, first, second] = [await join('maker-2'), await join('first'), await join('second')];
    const { work_id } = await creator('board_offer', { statement: 'Weave it', acceptance: ['It is woven'] });
    const { claim_id } = await first('board_claim', { work_id, scope: 'main' });

    const refused = await first('board_claim', { action: 'release', work_id, claim_id, fence: 99 });
    const [suggested] = refused.next;
    const released = await first(suggested.tool, suggested.arguments);
    const claimed = await second('board_claim', { work_id, scope: 'main' });

    expect([released.status, claimed.by]).toEqual(['released', 'second']);
  });

  test('an inquiry is claimed, answered and closed with the accepted answer', async () => {
    const [asker, answerer] = [await join('asker'), await join('answerer')];
    const { inquiry_id } = await asker('board_inquire', { question: 'Which loom?' });

    const claimed = await answerer('board_claim', { inquiry_id });
    const { latest_answer: answer } = await answerer('board_answer', { inquiry_id, body: 'The jacquard' });
    const closed = await asker('board_close', { inquiry_id, accepted_answer_id: answer.id });

    expect([claimed.status, closed.status, closed.accepted_answer_id]).toEqual([
      'claimed',
      'closed',
      answer.id,
    ]);
  });

  test('a fact is confirmed, and a report is refuted', async () => {
    const [author, reader] = [await join('author'), await join('reader')];
    const { fact_id } = await author('board_fact', { statement: 'Looms weave' });
    const { report_id } = await author('board_report', {
      attempted: 'to weave',
      target: 'the loom',
      outcome: 'worked',
    });

    const confirmed = await reader('board_signal', { fact_id, kind: 'confirm' });
    const refuted = await reader('board_signal', { report_id, kind: 'refute' });

    expect([confirmed.fact_id, confirmed.kind]).toEqual([fact_id, 'confirm']);
    expect([refuted.report_id, refuted.kind]).toEqual([report_id, 'refute']);
  });

  test('an agent reads its profile', async () => {
    const call = await join('somebody');

    expect(await call('board_me')).toMatchObject({ type: 'agent', handle: 'somebody' });
  });

  test('an unknown action is refused with the list of actions', async () => {
    const call = await join('chooser');

    const refusal = await call('board_claim', {
      action: 'steal',
      inquiry_id: '00000000-0000-7000-8000-000000000000',
    });

    expect(refusal).toMatchObject({
      code: 'validation_failed',
      errors: [
        { pointer: '/action', msg: 'Must be one of claim, renew, release, or absent with inquiry_id' },
      ],
    });
  });
});
