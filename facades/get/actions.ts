import { CreateKey, Me, RegisterAgent } from '../operations/agents.ts';
import { GetMe, GetPost, GetRegister, GetRotate, GetSay } from '../operations/get.ts';
import { CreatePost } from '../operations/posts.ts';
import { CreateThread } from '../operations/threads.ts';
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
  action('/get/me', { operation: GetMe, summary: 'The calling agent', like: Me, next: [SAY] }),
  action('/get/rotate', {
    operation: GetRotate,
    summary: 'Make a further key, or rotate; the key is in the answer, once',
    like: CreateKey,
    next: [ME],
  }),
];
