// Jobs of agents, over /get alone, with the URLs that the responses name.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBoard, type TestBoard } from '../../support/board/board.ts';
import { idOf, UrlReader, valueOf } from '../../support/facades/url-reader.ts';

let board: TestBoard;
let ada: UrlReader;
let bob: UrlReader;
let cy: UrlReader;

beforeAll(async () => {
  board = await openBoard();
  [ada, bob, cy] = [
    await UrlReader.join(board, 'ada'),
    await UrlReader.join(board, 'bob'),
    await UrlReader.join(board, 'cy'),
  ];
  // The first response to a URL with a key has the URL that rotates the key. Each agent reads it here, so that no
  // response in a test has this URL.
  for (const agent of [ada, bob, cy]) await agent.read('inbox');
});

afterAll(() => board[Symbol.asyncDispose]());

let patterns = 0;

/** Offers a packet. Its statement differs each time: the same offer within a minute is a repetition. */
const offerWork = () =>
  ada.read('offer', { statement: `Weave pattern ${++patterns}`, acceptance: 'It is woven, and dry' });

/** Offers a packet, claims its scope and submits. Returns the responses. */
async function submitWork() {
  const offered = await offerWork();
  const packet = await bob.follow(offered, 'work');
  const claimed = await bob.follow(packet, 'claim', { scope: 'main' });
  const submitted = await bob.follow(claimed, 'submit', { artifact: 'A pattern' });
  return { offered, packet, claimed, submitted };
}

describe('over /get alone', () => {
  test('a work packet is offered and claimed, and a submission is made, reviewed and accepted', async () => {
    const { packet, claimed, submitted } = await submitWork();
    const read = await cy.follow(submitted, 'work');
    const reviewed = await cy.follow(read, 'review', { verdict: 'approve', evidence: '{"tests":7}' });
    const withReview = await ada.follow(reviewed, 'work');
    const decided = await ada.follow(withReview, 'decide', { action: 'accept' });
    const history = await cy.read('history', { work_id: valueOf(claimed, 'work_id') });

    expect(packet).toContain('It is woven, and dry');
    expect(read).toContain('artifact: "A pattern"');
    expect(withReview).toMatch(
      /reviews:\n {2}1: review \S+\n[^]*verdict: approve\n[^]*evidence: \{"tests":7\}\n/,
    );
    expect(decided).toMatch(/^ok work \S+\n[^]*status: accepted\n/);
    expect([...history.matchAll(/kind: (\S+)/g)].map(([, kind]) => kind)).toEqual(
      expect.arrayContaining([
        'claim.granted',
        'submission.created',
        'review.created',
        'disposition.accepted',
      ]),
    );
  });

  test('a claim is renewed and released, and another agent can claim the scope', async () => {
    const packet = idOf(await offerWork());
    const claimed = await bob.read('claim', { work_id: packet, scope: 'main' });
    const claim = { work_id: packet, claim_id: idOf(claimed), fence: valueOf(claimed, 'fence') };

    const held = await cy.fetch('claim', { work_id: packet, scope: 'main' });
    const renewed = await bob.read('claim', { action: 'renew', ...claim, ttl_seconds: 900 });
    const released = await bob.read('claim', { action: 'release', ...claim });
    const claimedByOther = await cy.read('claim', { work_id: packet, scope: 'main' });

    expect([held.status, valueOf(held.text, 'holder')]).toEqual([409, 'bob']);
    expect(valueOf(held.text, 'expires_at')).toBe(valueOf(claimed, 'expires_at'));
    expect(idOf(renewed)).toBe(claim.claim_id);
    expect(valueOf(released, 'status')).toBe('released');
    expect(valueOf(claimedByOther, 'by')).toBe('cy');
  });

  test('an inquiry is asked, claimed, answered, and closed with the accepted answer', async () => {
    const asked = await ada.read('ask', { question: 'Which loom?' });
    const claimed = await bob.read('claim', { inquiry_id: idOf(asked) });
    const answered = await bob.follow(claimed, 'answer', { body: 'The old one' });
    const answerId = /latest_answer: answer (\S+)/.exec(answered)?.[1] ?? '';
    const closed = await ada.follow(asked, 'close', {}, { accepted_answer_id: answerId });

    expect(claimed).toMatch(/claim:\n {2}by: bob\n/);
    expect([valueOf(answered, 'status'), valueOf(closed, 'status')]).toEqual(['answered', 'closed']);
    expect(valueOf(closed, 'accepted_answer_id')).toBe(answerId);
  });

  test('a fact is recorded and corrected, and its history is read', async () => {
    const first = await ada.read('fact', { statement: 'Looms have three legs' });
    const second = await bob.read('fact', { statement: 'Looms have four legs', supersede_id: idOf(first) });
    const refused = await cy.fetch('fact', { statement: 'Looms have five legs', supersede_id: idOf(first) });
    const history = await cy.follow(second, 'history');

    expect([refused.status, valueOf(refused.text, 'head_id')]).toEqual([409, idOf(second)]);
    expect(history).toMatch(new RegExp(`^1: fact ${idOf(first)}$[^]*^2: fact ${idOf(second)}$`, 'm'));
  });

  test('facts and reports of other agents get signals', async () => {
    const fact = await ada.read('fact', { statement: 'Looms stand' });
    const report = await ada.read('report', { attempted: 'To weave', target: 'loom', outcome: 'worked' });
    const onFact = await bob.read('signal', { fact_id: idOf(fact), kind: 'confirm' });
    await bob.read('signal', { report_id: idOf(report), kind: 'refute', note: 'It fell' });

    expect(await bob.follow(onFact, 'read')).toMatch(/signals:\n {2}confirm: 1\n {2}refute: 0\n/);
    expect(await cy.follow(report, 'read')).toMatch(/signals:\n {2}confirm: 0\n {2}refute: 1\n/);
  });

  test('new records are read page by page, each with the URL that reads it', async () => {
    await offerWork();
    await offerWork();
    const first = await cy.read('feed', { limit: 1, type: 'fact,work' });
    const second = await cy.follow(first, 'feed');
    const url = valueOf(second, 'read');

    expect([first, second].map((text) => text.split('\n', 1)[0])).toEqual(['ok page 1', 'ok page 1']);
    expect(url).not.toBe(valueOf(first, 'read'));
    expect((await board.call(`GET ${url.replace('http://board.test', '')}`)).status).toBe(200);
  });
});

describe('a write over /get that is repeated within a minute', () => {
  test.each([
    [
      'submit',
      async () => {
        const claimed = await bob.read('claim', { work_id: idOf(await offerWork()), scope: 'main' });
        const work_id = valueOf(claimed, 'work_id');
        return [bob, { work_id, claim_id: idOf(claimed), artifact: 'A pattern' }] as const;
      },
    ],
    [
      'review',
      async () => {
        const { submitted } = await submitWork();
        const ids = { work_id: valueOf(submitted, 'work_id'), submission_id: idOf(submitted) };
        return [cy, { ...ids, verdict: 'approve', evidence: 'Seen' }] as const;
      },
    ],
    [
      'decide',
      async () => {
        const { submitted } = await submitWork();
        const ids = { work_id: valueOf(submitted, 'work_id'), submission_id: idOf(submitted) };
        return [ada, { ...ids, action: 'reject', note: 'Not dry' }] as const;
      },
    ],
    [
      'close',
      async () => [ada, { inquiry_id: idOf(await ada.read('ask', { question: 'Where?' })) }] as const,
    ],
    ['offer', () => Promise.resolve([ada, { statement: 'Dye it', acceptance: 'It is blue' }] as const)],
  ])('returns the first response: %s', async (action, prepare) => {
    const [agent, values] = await prepare();

    const first = await agent.fetch(action, values);
    const second = await agent.fetch(action, values);

    expect([first.status, second.text]).toEqual([
      200,
      first.text.replace(/^(ok .*\n)/, '$1replayed: true\n'),
    ]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  test('claims again a scope that was released meanwhile', async () => {
    const scope = { work_id: idOf(await offerWork()), scope: 'main' };
    const first = await bob.read('claim', scope);
    const claim = { work_id: scope.work_id, claim_id: idOf(first), fence: valueOf(first, 'fence') };

    const renewed = await bob.read('claim', scope);
    await bob.read('claim', { action: 'release', ...claim });
    const again = await bob.read('claim', scope);
    const packet = await bob.read('work', { work_id: scope.work_id });

    expect([idOf(renewed), valueOf(renewed, 'status')]).toEqual([idOf(first), 'active']);
    expect(idOf(again)).not.toBe(idOf(first));
    expect(packet).toContain(idOf(again));
    expect(`${renewed}${again}`).not.toContain('replayed');
  });

  test('sets again a signal that was replaced meanwhile', async () => {
    const fact_id = idOf(await ada.read('fact', { statement: 'Wool dries' }));
    const signal = async (kind: string) => valueOf(await bob.read('signal', { fact_id, kind }), 'kind');

    const kinds = [await signal('confirm'), await signal('refute'), await signal('confirm')];

    expect(kinds).toEqual(['confirm', 'refute', 'confirm']);
    expect(await bob.read('read', { id: fact_id })).toMatch(/signals:\n {2}confirm: 1\n {2}refute: 0\n/);
  });

  test('sets a replaced signal on a report again, and adds a deleted watch again', async () => {
    const report = { attempted: 'To dry', target: 'wool', outcome: 'worked' };
    const report_id = idOf(await ada.read('report', report));
    const signal = async (kind: string) => valueOf(await bob.read('signal', { report_id, kind }), 'kind');
    const watch = async () => idOf(await bob.read('watch', { tag: 'wool' }));

    const kinds = [await signal('confirm'), await signal('refute'), await signal('confirm')];
    const first = await watch();
    const deletions = [
      await bob.fetch('watch', { watch_id: first }),
      await bob.fetch('watch', { watch_id: first }),
    ];

    expect(kinds).toEqual(['confirm', 'refute', 'confirm']);
    expect(await watch()).not.toBe(first);
    expect(deletions.map(({ status }) => status)).toEqual([200, 404]);
  });

  test('renews a claim again, and is refused for a claim that was released', async () => {
    const scope = { work_id: idOf(await offerWork()), scope: 'main' };
    const claimed = await bob.read('claim', scope);
    const claim = { work_id: scope.work_id, claim_id: idOf(claimed), fence: valueOf(claimed, 'fence') };
    const renew = () => bob.fetch('claim', { action: 'renew', ...claim });
    const release = () => bob.fetch('claim', { action: 'release', ...claim });

    const replies = [await renew(), await renew(), await release(), await release(), await renew()];

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 409, 409]);
    expect(replies.map(({ text }) => text).join('')).not.toContain('replayed');
  });

  test('acknowledges the items of the inbox again', async () => {
    const page = await ada.read('inbox');
    const ack = { ack: decodeURIComponent(/[?&]ack=([^&\s]+)/.exec(page)?.[1] ?? '') };

    const replies = [await ada.read('inbox', ack), await ada.read('inbox', ack)];

    expect(ack.ack).not.toBe('');
    expect(replies.join('')).not.toContain('replayed');
  });

  test('is refused if it claims an inquiry that was answered meanwhile', async () => {
    const inquiry = { inquiry_id: idOf(await ada.read('ask', { question: 'Why?' })) };

    const first = await bob.read('claim', inquiry);
    await bob.read('answer', { inquiry: inquiry.inquiry_id, body: 'Because' });
    const again = await bob.fetch('claim', inquiry);

    expect(valueOf(first, 'status')).toBe('claimed');
    expect([again.text.split(' ', 2)[1], valueOf(again.text, 'current_state')]).toEqual([
      'state_conflict',
      'answered',
    ]);
  });
});

test('a write over /get with another input under the same request_id is refused', async () => {
  const fact = idOf(await ada.read('fact', { statement: 'Wool shrinks' }));
  const signal = (kind: string) => bob.fetch('signal', { fact_id: fact, kind, request_id: 'signal-0001' });

  const [first, second] = [await signal('confirm'), await signal('refute')];

  expect([first.status, second.status]).toEqual([200, 422]);
  expect(second.text).toMatch(/^error idempotency_key_reused 422: /);
});
