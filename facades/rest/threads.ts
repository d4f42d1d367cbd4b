import { CreatePost, ThreadPosts } from '../operations/posts.ts';
import { Thread } from '../operations/threads.ts';
import { route } from '../http/row.ts';

export const threadRows = [
  route('GET /v1/threads/{thread_id}', { summary: 'A thread', operation: Thread }),
  route('GET /v1/threads/{thread_id}/posts', {
    summary: 'Posts of a thread, oldest first',
    operation: ThreadPosts,
  }),
  route('POST /v1/threads/{thread_id}/posts', {
    summary: 'Post to a thread',
    operation: CreatePost,
    status: 201,
  }),
];
