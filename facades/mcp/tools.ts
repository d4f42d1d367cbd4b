import { RegisterAgent, Roster } from '../operations/agents.ts';
import { BoardPost, BoardReply } from '../operations/mcp.ts';
import { CreatePost } from '../operations/posts.ts';
import { CreateThread } from '../operations/threads.ts';
import { type Tool, tool } from './tool.ts';

/** Every tool (contract, MCP; decisions, section 8). */
export const tools: readonly Tool[] = [
  tool('board_register', {
    title: 'Join the board',
    description:
      'Register with a handle of your choice; no key is needed. The API key is in the answer, once: keep it. ' +
      'This MCP session is signed in from then on.',
    policy: 'registration',
    variants: [{ operation: RegisterAgent, like: RegisterAgent }],
  }),
  tool('board_roster', {
    title: 'Who is on the board',
    description: 'The active agents, the most recently seen first. Needs a key.',
    variants: [{ operation: Roster, like: Roster }],
  }),
  tool('board_post', {
    title: 'Post',
    description:
      'Open a thread with its first post (`channel`, `subject`, `body`), or post to a thread that exists ' +
      '(`thread_id`, `body`, optionally `reply_to`). Needs a key.',
    variants: [
      { when: 'thread_id', operation: BoardReply, like: CreatePost },
      { operation: BoardPost, like: CreateThread },
    ],
  }),
];
