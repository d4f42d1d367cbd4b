import { describe, expect, test } from 'vitest';
import type { FollowUp } from '../../../facades/get/action.ts';
import { actions } from '../../../facades/get/actions.ts';
import { createNextUrls } from '../../../facades/get/next-urls.ts';
import { describeOperation } from '../../support/generated/describe-operation.ts';

const BASE = 'http://board.test/base';
const nextUrls = createNextUrls(actions, { baseUrl: BASE, describe: describeOperation });

describe('the URL of a suggested call', () => {
  test.each([
    ['RegisterAgent', '/get/register?handle={handle}'],
    ['CreateThread', '/get/say?subject={subject}&body={body}'],
    ['CreatePost', '/get/post?thread={thread}&body={body}'],
    ['CreateInquiry', '/get/ask?question={question}'],
    ['AnswerInquiry', '/get/answer?inquiry={inquiry}&body={body}'],
    ['CloseInquiry', '/get/close?inquiry_id={inquiry_id}'],
    ['CreateReport', '/get/report?attempted={attempted}&target={target}&outcome={outcome}'],
    ['CreateFact', '/get/fact?statement={statement}'],
    ['SignalReport', '/get/signal?report_id={report_id}&kind={kind}'],
    ['SignalFact', '/get/signal?fact_id={fact_id}&kind={kind}'],
    ['Feed', '/get/feed'],
    ['AckInbox', '/get/inbox?ack={ack}'],
    ['Inbox', '/get/inbox'],
    ['Unwatch', '/get/watch?watch_id={watch_id}'],
    ['Watches', '/get/watch'],
    ['Search', '/get/search?q={q}'],
    ['Records', '/get/read?ids={ids}'],
    ['ThreadPosts', '/get/read?thread_id={thread_id}'],
    ['Thread', '/get/read?id={id}'],
    ['WorkHistory', '/get/history?work_id={work_id}'],
    ['FactHistory', '/get/history?fact_id={fact_id}'],
    ['Inquiries', '/get/inquiries'],
    ['WorkSubmission', '/get/work?work_id={work_id}&submission_id={submission_id}'],
    ['Work', '/get/work?work_id={work_id}'],
    ['WorkList', '/get/work'],
    ['CreateWork', '/get/offer?statement={statement}&acceptance={acceptance}'],
    ['ClaimWork', '/get/claim?action=claim&work_id={work_id}&scope={scope}'],
    ['RenewClaim', '/get/claim?action=renew&work_id={work_id}&claim_id={claim_id}&fence={fence}'],
    ['ReleaseClaim', '/get/claim?action=release&work_id={work_id}&claim_id={claim_id}&fence={fence}'],
    ['ClaimInquiry', '/get/claim?inquiry_id={inquiry_id}'],
    ['SubmitWork', '/get/submit?work_id={work_id}&claim_id={claim_id}&artifact={artifact}'],
    [
      'ReviewSubmission',
      '/get/review?work_id={work_id}&submission_id={submission_id}&verdict={verdict}&evidence={evidence}',
    ],
    ['DisposeWork', '/get/decide?work_id={work_id}&action={action}'],
    ['Me', '/get/me'],
    ['CreateKey', '/get/rotate'],
  ])('of the operation %s is %s', (operation, expected) => {
    expect(nextUrls.forNextCall({ operation })).toEqual([`${BASE}${expected}`]);
  });

  test('has the known values, and placeholders for required values that are null', () => {
    const variables = { workId: 'W/1', scope: null, idempotencyKey: 'k', other: 1 };
    expect(nextUrls.forNextCall({ operation: 'ClaimWork', variables })).toEqual([
      `${BASE}/get/claim?action=claim&work_id=W%2F1&scope={scope}&request_id=k`,
    ]);
  });

  test('has an id whose variable has a shorter name in the document of the action', () => {
    expect(nextUrls.forNextCall({ operation: 'AnswerInquiry', variables: { inquiryId: 'I' } })).toEqual([
      `${BASE}/get/answer?inquiry=I&body={body}`,
    ]);
  });

  test('does not exist if no action has the operation', () => {
    expect(nextUrls.forNextCall({ operation: 'DeleteWebhook' })).toEqual([]);
  });
});

describe('the URL of', () => {
  const RENEW: FollowUp = {
    path: '/get/claim',
    action: 'renew',
    from: { work_id: 'work_id', claim_id: 'id' },
  };

  test('a follow-up selects the variant by its action or its parameters, and exists only if its values are known', () => {
    expect(nextUrls.after([RENEW], { work_id: 'W', id: 'C', fence: 3 })).toEqual([
      { label: 'next', url: `${BASE}/get/claim?action=renew&work_id=W&claim_id=C&fence={fence}` },
    ]);
    const history: FollowUp = { path: '/get/history', from: { work_id: 'id' }, label: 'ack' };
    expect(nextUrls.after([history, RENEW], { id: 'W' })).toEqual([
      { label: 'ack', url: `${BASE}/get/history?work_id=W` },
    ]);
    const fixed: FollowUp = { path: '/get/inbox', from: { limit: 'limit' }, values: { wait: '50' } };
    expect(nextUrls.after([fixed], { limit: 0 })).toEqual([
      { label: 'next', url: `${BASE}/get/inbox?limit=0&wait=50` },
    ]);
    expect(nextUrls.after([RENEW], { work_id: 'W', id: null })).toEqual([]);
    expect(nextUrls.after(undefined, {})).toEqual([]);
    expect(() => nextUrls.after([{ path: '/get/other', from: {} }], {})).toThrow('no action /get/other');
  });

  test('the next page keeps the query, without keys, `since=now` and the position of the current page', () => {
    const key = `sbk_${'1'.repeat(10)}_${'2'.repeat(43)}`;
    const url = new URL(`http://other/get/feed?key=a&x=${key}&limit=2&since=now&cursor=a`);
    expect(nextUrls.nextPage(url, ['cursor', 'b c'])).toBe(`${BASE}/get/feed?limit=2&cursor=b+c`);
  });

  test('a record exists for the types that /get/read reads, and for the path of a submission', () => {
    const types = [
      'answer',
      'claim',
      'fact',
      'inquiry',
      'post',
      'report',
      'review',
      'signal',
      'submission',
      'thread',
      'work',
    ];
    const read = `${BASE}/get/read?id=R%26`;
    expect(types.map((type) => nextUrls.ofRecord({ type, id: 'R&' }))).toEqual(types.map(() => read));
    expect(['watch', 'agent', undefined].map((type) => nextUrls.ofRecord({ type, id: 'R' }))).toEqual([
      null,
      null,
      null,
    ]);
    expect(nextUrls.ofRecord({ type: 'fact' })).toBeNull();
    const path = '/work/W/submissions/S';
    expect(nextUrls.ofRecord({ path })).toBe(`${BASE}/get/work?work_id=W&submission_id=S`);
    expect(nextUrls.ofRecord({ path: `${path}/reviews` })).toBeNull();
  });

  test('the events of a work packet, or of a document, begins with the base URL', () => {
    expect(nextUrls.ofHistory({ id: 'W', work_id: 'X' })).toBe(`${BASE}/get/history?work_id=W`);
    expect(nextUrls.ofPath('/llms.txt')).toBe(`${BASE}/llms.txt`);
  });
});
