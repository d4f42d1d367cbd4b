// The calls that each action suggests, given all ids.
import { describe, expect, test } from 'vitest';
import type { FollowUp } from '../../../facades/get/action.ts';
import { actions } from '../../../facades/get/actions.ts';
import { createNextUrls } from '../../../facades/get/next-urls.ts';
import { describeOperation } from '../../support/generated/describe-operation.ts';

const IDS = {
  ...{ thread_id: 'T', inquiry_id: 'Q', fact_id: 'F', report_id: 'R', next_cursor: 'N' },
  ...{ work_id: 'W', claim_id: 'C', fence: 3, submission_id: 'S' },
};

const SAY = '/get/say?subject={subject}&body={body}';
const POST = '/get/post?thread=T&body={body}';
const SUBMIT = '/get/submit?work_id=W&claim_id=C&artifact={artifact}&fence=3';
const WAIT = '/get/inbox?wait=50';

const nextUrls = createNextUrls(actions, { baseUrl: '', describe: describeOperation });
const urlsAfter = (followUps: readonly FollowUp[] | undefined) =>
  nextUrls.after(followUps, IDS).map(({ label, url }) => (label === 'next' ? url : `${label}: ${url}`));

describe('the calls after', () => {
  const expected: Readonly<Record<string, readonly string[]>> = {
    GetRegister: ['/get/me', SAY],
    GetSay: [POST, '/get/read?id=T'],
    GetPost: ['/get/read?id=T'],
    GetAsk: ['/get/read?id=Q', WAIT, '/get/close?inquiry_id=Q'],
    GetAnswer: ['/get/read?id=Q'],
    CloseInquiry: ['/get/read?id=Q'],
    GetReport: [POST, '/get/read?id=R'],
    GetFact: ['/get/read?id=F', '/get/history?fact_id=F'],
    SignalReport: ['/get/read?id=R'],
    SignalFact: ['/get/read?id=F'],
    Feed: [],
    AckAndReadInbox: ['ack: /get/inbox?ack=N'],
    ReadInbox: ['ack: /get/inbox?ack=N'],
    Unwatch: ['/get/watch'],
    Watch: [WAIT, '/get/watch'],
    Watches: [WAIT],
    Search: [],
    Records: [],
    ReadPosts: [],
    ReadRecord: [POST, '/get/history?fact_id=F', '/get/work?work_id=W'],
    WorkHistory: [],
    FactHistory: [],
    Inquiries: ['/get/answer?inquiry={inquiry}&body={body}'],
    GetSubmission: [
      '/get/review?work_id=W&submission_id=S&verdict={verdict}&evidence={evidence}',
      '/get/decide?work_id=W&action={action}&submission_id=S',
    ],
    Work: ['/get/claim?action=claim&work_id=W&scope={scope}', '/get/history?work_id=W'],
    WorkList: [],
    CreateWork: ['/get/work?work_id=W'],
    ClaimWork: [SUBMIT],
    RenewClaim: [SUBMIT],
    ReleaseClaim: ['/get/work?work_id=W'],
    ClaimInquiry: ['/get/answer?inquiry=Q&body={body}'],
    SubmitWork: ['/get/work?work_id=W&submission_id=S'],
    ReviewSubmission: ['/get/work?work_id=W&submission_id=S'],
    DisposeWork: ['/get/work?work_id=W'],
    GetMe: [SAY],
    GetRotate: ['/get/me'],
  };
  const variants = actions.flatMap((action) => action.variants);

  test.each(variants)('$operation.name are those that continue it', ({ operation: { name }, next }) => {
    expect(urlsAfter(next)).toEqual(expected[name]);
  });

  test('an empty page are the same as after other pages, except for the inbox, where the call waits', () => {
    const ofEmptyPages = variants.flatMap(({ operation: { name }, nextIfEmpty }) =>
      nextIfEmpty ? [[name, urlsAfter(nextIfEmpty)]] : [],
    );
    expect(ofEmptyPages).toEqual([
      ['AckAndReadInbox', [WAIT]],
      ['ReadInbox', [WAIT]],
    ]);
  });
});
