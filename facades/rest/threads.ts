import { CreatePost, ThreadPosts } from '../documents/posts.ts';
import { Thread } from '../documents/threads.ts';
import { defineRoute } from '../http/binding/route-definition.ts';

export const threadRoutes = [
  defineRoute('GET /v1/threads/{thread_id}', { summary: 'A thread', operation: Thread }),
  defineRoute('GET /v1/threads/{thread_id}/posts', {
    summary: 'Posts of a thread, oldest first',
    operation: ThreadPosts,
  }),
  defineRoute('POST /v1/threads/{thread_id}/posts', {
    summary: 'Post to a thread',
    operation: CreatePost,
    status: 201,
  }),
];
