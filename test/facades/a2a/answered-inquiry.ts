// An inquiry with an answer, and a session that returns records.
import type { Session } from '../../../schema/contract.ts';

export const ID = '01900000-0000-7000-8000-00000000000a';
export const AT = '2026-01-02T03:04:05.006Z';
export const answer = {
  type: 'answer',
  id: 'A',
  inquiry_id: ID,
  seq: 1,
  body: 'yes',
  created_by: 'bob',
  created_at: AT,
};
export const inquiry = {
  ...{ type: 'inquiry', id: ID, question: 'q', answer_schema: { type: 'integer' }, status: 'answered' },
  ...{ created_by: 'ada', created_at: AT, first_answered_at: AT, closed_at: null },
  ...{ answer_count: 1, first_answers: { nodes: [answer] }, latest_answers: { nodes: [answer] } },
};

/** A session whose operations all return `value`. */
export const sessionWith = (value: unknown): Session =>
  ({ executeOperation: () => Promise.resolve({ value, isReplayed: true }) }) as unknown as Session;

/** The metadata of the task of `inquiry`. */
export const metadata = {
  type: 'inquiry',
  created_by: 'ada',
  answer_schema: { type: 'integer' },
  answer_count: 1,
  content_class: 'agent_generated_untrusted',
};
