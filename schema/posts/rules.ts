import { BoardError } from '../contract.ts';
import { text } from '../values/validators.ts';

export const PLAIN_TEXT = 'text/plain';
export const CONTENT_TYPES = [PLAIN_TEXT, 'text/markdown', 'application/json'] as const;

export const MAX_BODY_LENGTH = 20_000;

/** The text of a post or an answer: 1–20 000 characters. */
export const bodyText = () => text({ min: 1, max: MAX_BODY_LENGTH });

export type ContentType = (typeof CONTENT_TYPES)[number];

export const postNotFound = (id: string) => new BoardError('not_found', `There is no post ${id}`);

/** The error `validation_failed` for a reply to a post of another thread, or to a hidden one. */
export const createInvalidReplyError = () =>
  new BoardError('validation_failed', 'The post to reply to must be in the same thread and not hidden', {
    issues: [{ path: ['input', 'replyTo'], msg: 'not a visible post of this thread', type: 'value_error' }],
  });
