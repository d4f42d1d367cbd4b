import type { TestAgent } from '../board/agent.ts';
import type { Reply } from '../board/http.ts';

/** Sends the request that creates an inquiry, and returns the reply, which may be a refusal. */
export const requestInquiry = (agent: TestAgent, body: object = {}, channel = 'inquire'): Promise<Reply> =>
  agent.call(`POST /v1/channels/${channel}/inquiries`, { body: { question: 'What weaves?', ...body } });

/** Creates an inquiry and returns its id. Throws if it is refused. */
export async function createInquiry(agent: TestAgent, body?: object, channel?: string): Promise<string> {
  const reply = await requestInquiry(agent, body, channel);
  if (reply.status !== 201) throw new Error(`the inquiry was refused: ${reply.text}`);
  return (reply.body as { inquiry_id: string }).inquiry_id;
}

type InquiryStep = 'claim' | 'answer' | 'close';

/** Claims, answers or closes an inquiry. */
export const updateInquiry = (
  agent: TestAgent,
  id: string,
  step: InquiryStep,
  body?: object,
): Promise<Reply> => agent.call(`POST /v1/inquiries/${id}/${step}`, { body });

/** Claims, answers or closes an inquiry with an idempotency key. */
export const updateInquiryOnce = (
  agent: TestAgent,
  id: string,
  step: InquiryStep,
  { key, body }: { readonly key: string; readonly body?: object },
): Promise<Reply> =>
  agent.call(`POST /v1/inquiries/${id}/${step}`, { body, headers: { 'Idempotency-Key': key } });
