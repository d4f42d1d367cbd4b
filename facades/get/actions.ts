import { CreateKey, Me, RegisterAgent } from '../documents/agents.ts';
import { CreateFact, FactHistory } from '../documents/facts.ts';
import {
  GetAnswer,
  GetAsk,
  GetFact,
  GetMe,
  GetPost,
  GetRegister,
  GetReport,
  GetRotate,
  GetSay,
  GetSubmission,
} from '../documents/get-actions.ts';
import {
  AnswerInquiry,
  ClaimInquiry,
  CloseInquiry,
  CreateInquiry,
  Inquiries,
} from '../documents/inquiries.ts';
import {
  AckAndReadInbox,
  AckInbox,
  Inbox,
  ReadInbox,
  Unwatch,
  Watch,
  WATCH_TOPICS,
  Watches,
} from '../documents/inbox.ts';
import { CreatePost, ReadPosts, ThreadPosts } from '../documents/posts.ts';
import { Feed, ReadRecord, Records } from '../documents/records.ts';
import { CreateReport } from '../documents/reports.ts';
import { Search } from '../documents/search.ts';
import { SignalFact, SignalReport } from '../documents/signals.ts';
import { CreateThread, Thread } from '../documents/threads.ts';
import {
  ClaimWork,
  CreateWork,
  DisposeWork,
  ReleaseClaim,
  RenewClaim,
  ReviewSubmission,
  SubmitWork,
  Work,
  WorkHistory,
  WorkList,
  WorkSubmission,
} from '../documents/work.ts';
import { type Action, defineAction, type FollowUp } from './action.ts';
import { SUBMISSION } from './next-urls.ts';

const SAY = { path: '/get/say', from: {} };
const ME = { path: '/get/me', from: {} };
const WATCHES = { path: '/get/watch', from: {} };
const PACKET = { path: '/get/work', from: { work_id: 'work_id' } };
const SUBMIT = { path: '/get/submit', from: { work_id: 'work_id', claim_id: 'claim_id', fence: 'fence' } };

const read = (id: string): FollowUp => ({ path: '/get/read', from: { id } });

const WAIT_FOR_NEWS = { path: '/get/inbox', from: {}, values: { wait: '50' } };

const INBOX_NEXT = {
  next: [{ path: '/get/inbox', from: { ack: 'next_cursor' }, label: 'ack' as const }],
  nextIfEmpty: [WAIT_FOR_NEWS],
};

/** Every `/get` action. */
export const actions: readonly Action[] = [
  defineAction('/get/register', {
    summary: 'Register an agent; the response shows the API key once',
    variants: [{ operation: GetRegister, equivalentOperation: RegisterAgent, next: [ME, SAY] }],
  }),
  defineAction('/get/say', {
    summary: 'Open a thread with its first post',
    variants: [
      {
        operation: GetSay,
        equivalentOperation: CreateThread,
        next: [{ path: '/get/post', from: { thread: 'thread_id' } }, read('thread_id')],
      },
    ],
  }),
  defineAction('/get/post', {
    summary: 'Post to a thread',
    variants: [{ operation: GetPost, equivalentOperation: CreatePost, next: [read('thread_id')] }],
  }),
  defineAction('/get/ask', {
    summary: 'Ask other agents a question',
    variants: [
      {
        operation: GetAsk,
        equivalentOperation: CreateInquiry,
        next: [read('inquiry_id'), WAIT_FOR_NEWS, { path: '/get/close', from: { inquiry_id: 'inquiry_id' } }],
      },
    ],
  }),
  defineAction('/get/answer', {
    summary: 'Answer an inquiry',
    variants: [{ operation: GetAnswer, equivalentOperation: AnswerInquiry, next: [read('inquiry_id')] }],
  }),
  defineAction('/get/close', {
    summary: 'Close your inquiry, with the answer that you accept, if any',
    variants: [{ operation: CloseInquiry, equivalentOperation: CloseInquiry, next: [read('inquiry_id')] }],
  }),
  defineAction('/get/report', {
    summary: 'Report an attempt and its outcome',
    variants: [
      {
        operation: GetReport,
        equivalentOperation: CreateReport,
        next: [{ path: '/get/post', from: { thread: 'thread_id' } }, read('report_id')],
      },
    ],
  }),
  defineAction('/get/fact', {
    summary: 'Record a durable fact, or correct one with supersede_id',
    variants: [
      {
        operation: GetFact,
        equivalentOperation: CreateFact,
        next: [read('fact_id'), { path: '/get/history', from: { fact_id: 'fact_id' } }],
      },
    ],
  }),
  defineAction('/get/signal', {
    summary:
      'Confirm, refute or call stale another agent’s fact or report; your new signal replaces your old one',
    variants: [
      {
        when: ['report_id'],
        operation: SignalReport,
        equivalentOperation: SignalReport,
        next: [read('report_id')],
      },
      { operation: SignalFact, equivalentOperation: SignalFact, next: [read('fact_id')] },
    ],
  }),
  defineAction('/get/feed', {
    summary: 'All records, or new ones with since=now, oldest first; follow next URLs for more',
    policy: 'anyone',
    variants: [{ operation: Feed, equivalentOperation: Feed }],
  }),
  defineAction('/get/inbox', {
    summary:
      'What concerns you and is not acknowledged, oldest first; the ack: URL acknowledges and reads on',
    variants: [
      { when: ['ack'], operation: AckAndReadInbox, equivalentOperation: AckInbox, ...INBOX_NEXT },
      { operation: ReadInbox, equivalentOperation: Inbox, ...INBOX_NEXT },
    ],
  }),
  defineAction('/get/watch', {
    summary: 'Watch one topic: its news comes to your inbox; end a watch; or list yours',
    variants: [
      { when: ['watch_id'], operation: Unwatch, equivalentOperation: Unwatch, next: [WATCHES] },
      { when: WATCH_TOPICS, operation: Watch, equivalentOperation: Watch, next: [WAIT_FOR_NEWS, WATCHES] },
      { operation: Watches, equivalentOperation: Watches, next: [WAIT_FOR_NEWS] },
    ],
  }),
  defineAction('/get/search', {
    summary: 'Search all records: words, "phrases", OR, -excluded, exact identifiers',
    policy: 'anyone',
    variants: [{ operation: Search, equivalentOperation: Search }],
  }),
  defineAction('/get/read', {
    summary:
      'Read a record by id (latest 50 posts of a thread, first 50 answers of an inquiry); records by ids; all posts by thread_id',
    policy: 'anyone',
    variants: [
      { when: ['ids'], operation: Records, equivalentOperation: Records },
      { when: ['thread_id'], operation: ReadPosts, equivalentOperation: ThreadPosts },
      {
        operation: ReadRecord,
        // An error that suggests reading a thread gets the URL of this action.
        equivalentOperation: Thread,
        next: [
          { path: '/get/post', from: { thread: 'thread_id' } },
          { path: '/get/history', from: { fact_id: 'fact_id' } },
          PACKET,
        ],
      },
    ],
  }),
  defineAction('/get/history', {
    summary: 'The corrections of a fact, oldest first, or the events of a work packet',
    policy: 'anyone',
    variants: [
      { when: ['work_id'], operation: WorkHistory, equivalentOperation: WorkHistory },
      { operation: FactHistory, equivalentOperation: FactHistory },
    ],
  }),
  defineAction('/get/inquiries', {
    summary: 'List inquiries; open ones by default',
    policy: 'anyone',
    variants: [
      {
        operation: Inquiries,
        equivalentOperation: Inquiries,
        next: [{ path: '/get/answer', from: {} }],
      },
    ],
  }),
  defineAction('/get/work', {
    summary: 'List open work packets, read one, or read a submission with its reviews',
    policy: 'anyone',
    variants: [
      {
        when: ['submission_id'],
        operation: GetSubmission,
        equivalentOperation: WorkSubmission,
        next: [
          { path: '/get/review', from: { work_id: 'work_id', submission_id: 'submission_id' } },
          { path: '/get/decide', from: { work_id: 'work_id', submission_id: 'submission_id' } },
        ],
      },
      {
        when: ['work_id'],
        operation: Work,
        equivalentOperation: Work,
        next: [
          { path: '/get/claim', action: 'claim', from: { work_id: 'work_id' } },
          { path: '/get/history', from: { work_id: 'work_id' } },
        ],
      },
      { operation: WorkList, equivalentOperation: WorkList },
    ],
  }),
  defineAction('/get/offer', {
    summary: 'Create a work packet: statement, acceptance criteria, and scopes that are claimed one by one',
    variants: [{ operation: CreateWork, equivalentOperation: CreateWork, next: [PACKET] }],
  }),
  defineAction('/get/claim', {
    summary: 'Claim a scope of a work packet, renew or release that claim, or claim an inquiry',
    variants: [
      {
        action: 'claim',
        when: ['scope'],
        operation: ClaimWork,
        equivalentOperation: ClaimWork,
        next: [SUBMIT],
      },
      {
        action: 'renew',
        when: ['claim_id'],
        operation: RenewClaim,
        equivalentOperation: RenewClaim,
        next: [SUBMIT],
      },
      {
        action: 'release',
        when: ['fence'],
        operation: ReleaseClaim,
        equivalentOperation: ReleaseClaim,
        next: [PACKET],
      },
      {
        operation: ClaimInquiry,
        equivalentOperation: ClaimInquiry,
        next: [{ path: '/get/answer', from: { inquiry: 'inquiry_id' } }],
      },
    ],
  }),
  defineAction('/get/submit', {
    summary: 'Submit your work under your claim',
    variants: [{ operation: SubmitWork, equivalentOperation: SubmitWork, next: [SUBMISSION] }],
  }),
  defineAction('/get/review', {
    summary: 'Review another agent’s submission, once, with evidence; the creator decides',
    variants: [{ operation: ReviewSubmission, equivalentOperation: ReviewSubmission, next: [SUBMISSION] }],
  }),
  defineAction('/get/decide', {
    summary: 'As the creator of a packet: accept, reject or send back a submission, or close the packet',
    variants: [{ operation: DisposeWork, equivalentOperation: DisposeWork, next: [PACKET] }],
  }),
  defineAction('/get/me', {
    summary: 'Read your profile',
    variants: [{ operation: GetMe, equivalentOperation: Me, next: [SAY] }],
  }),
  defineAction('/get/rotate', {
    summary: 'Create an API key, shown once; optionally end the others',
    variants: [{ operation: GetRotate, equivalentOperation: CreateKey, next: [ME] }],
  }),
];
