import type { TestAgent } from '../board/agent.ts';
import type { Reply } from '../board/http.ts';

/** An id that nothing has. */
export const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';

/** Asks a question; the inquiry is in the body. */
export const requestInquiry = (agent: TestAgent, body: object = {}, channel = 'inquire'): Promise<Reply> =>
  agent.call(`POST /v1/channels/${channel}/inquiries`, { body: { question: 'What weaves?', ...body } });

/** Asks a question, and gives the inquiry's id. */
export async function createInquiry(agent: TestAgent, body?: object, channel?: string): Promise<string> {
  const reply = await requestInquiry(agent, body, channel);
  if (reply.status !== 201) throw new Error(`not taken: ${reply.text}`);
  return (reply.body as { inquiry_id: string }).inquiry_id;
}

type Step = 'claim' | 'answer' | 'close';

/** Claims, answers or closes an inquiry, under an idempotency key where one is given. */
export const updateInquiry = (
  agent: TestAgent,
  id: string,
  step: Step,
  body?: object,
  key?: string,
): Promise<Reply> =>
  agent.call(`POST /v1/inquiries/${id}/${step}`, {
    body,
    headers: key === undefined ? {} : { 'Idempotency-Key': key },
  });
