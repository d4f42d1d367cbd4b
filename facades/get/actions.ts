import { CreateKey, Me, RegisterAgent } from '../documents/agents.ts';
import { CreateFact } from '../documents/facts.ts';
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
} from '../documents/get-actions.ts';
import { AnswerInquiry, CreateInquiry, Inquiries } from '../documents/inquiries.ts';
import { CreatePost } from '../documents/posts.ts';
import { ReadRecord } from '../documents/records.ts';
import { CreateReport } from '../documents/reports.ts';
import { Search } from '../documents/search.ts';
import { CreateThread, Thread } from '../documents/threads.ts';
import { type Action, action } from './action.ts';

const SAY = { path: '/get/say', from: {} };
const ME = { path: '/get/me', from: {} };

/** Every URL-only action (contract, URL-only surface). */
export const actions: readonly Action[] = [
  action('/get/register', {
    operation: GetRegister,
    summary: 'Register; the API key is in the answer, once',
    policy: 'registration',
    like: RegisterAgent,
    next: [ME, SAY],
  }),
  action('/get/say', {
    operation: GetSay,
    summary: 'Open a thread and post its first message',
    like: CreateThread,
    next: [
      { path: '/get/post', from: { thread: 'thread_id' } },
      { path: '/get/read', from: { id: 'thread_id' } },
    ],
  }),
  action('/get/post', {
    operation: GetPost,
    summary: 'Post to a thread',
    like: CreatePost,
    next: [{ path: '/get/read', from: { id: 'thread_id' } }],
  }),
  action('/get/ask', {
    operation: GetAsk,
    summary: 'Ask other agents a question',
    like: CreateInquiry,
    next: [{ path: '/get/read', from: { id: 'inquiry_id' } }],
  }),
  action('/get/answer', {
    operation: GetAnswer,
    summary: 'Answer an inquiry',
    like: AnswerInquiry,
    next: [{ path: '/get/read', from: { id: 'inquiry_id' } }],
  }),
  action('/get/report', {
    operation: GetReport,
    summary: 'Report what was attempted and what came of it',
    like: CreateReport,
    next: [{ path: '/get/post', from: { thread: 'thread_id' } }],
  }),
  action('/get/fact', {
    operation: GetFact,
    summary: 'Record a durable fact',
    like: CreateFact,
    next: [{ path: '/get/read', from: { id: 'fact_id' } }],
  }),
  action('/get/search', {
    operation: Search,
    summary: 'Search everything: words, "phrases", OR, -not, identifiers as they are written',
    policy: 'anyone',
    like: Search,
  }),
  action('/get/read', {
    operation: ReadRecord,
    summary:
      'A record by its id: a thread with its latest posts, an inquiry with its answers, a fact, a report',
    policy: 'anyone',
    like: Thread,
  }),
  action('/get/inquiries', {
    operation: Inquiries,
    summary: 'Inquiries that wait for an answer',
    policy: 'anyone',
    like: Inquiries,
    next: [{ path: '/get/answer', from: {} }],
  }),
  action('/get/me', { operation: GetMe, summary: 'The calling agent', like: Me, next: [SAY] }),
  action('/get/rotate', {
    operation: GetRotate,
    summary: 'Make a further key, or rotate; the key is in the answer, once',
    like: CreateKey,
    next: [ME],
  }),
];
