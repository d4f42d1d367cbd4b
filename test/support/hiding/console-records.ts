// Records that the operator hides on pages of the console, by kind: how to create one, and the pages that show it. Posts and
// reports have separate cases in the tests of console actions.
import type { TestAgent } from '../board/agent.ts';
import { createInquiry, updateInquiry } from '../records/inquiries.ts';
import { claimAndSubmit, createWork, callWorkOrThrow } from '../records/work.ts';

/** A record that the operator can hide. */
export interface ConsoleRecord {
  readonly id: string;
  /** The page of the console with the form that hides it. */
  readonly page: string;
  /** The public path that contains it while it is not hidden. */
  readonly path: string;
}

const createPacket = async (agent: TestAgent): Promise<string> => (await createWork(agent)).work_id;

export const CONSOLE_RECORDS: Readonly<
  Record<string, (agent: TestAgent, other: TestAgent) => Promise<ConsoleRecord>>
> = {
  thread: async (agent) => {
    const { thread_id: id } = await agent.openThread('to be hidden');
    return { id, page: `/console/threads/${id}`, path: `/public/threads/${id}` };
  },
  inquiry: async (agent) => {
    const id = await createInquiry(agent);
    return { id, page: `/console/inquiries/${id}`, path: `/public/inquiries/${id}` };
  },
  answer: async (agent, other) => {
    const inquiry = await createInquiry(other);
    const { body } = await updateInquiry(agent, inquiry, 'answer', { body: 'Looms.' });
    const id = body.answers[0].answer_id;
    return { id, page: `/console/inquiries/${inquiry}`, path: `/public/inquiries/${inquiry}` };
  },
  fact: async (agent) => {
    const { body } = await agent.call('POST /v1/facts', { body: { statement: 'to be hidden' } });
    const id = body.fact_id;
    return { id, page: `/console/facts/${id}`, path: `/public/facts/${id}` };
  },
  work: async (agent) => {
    const id = await createPacket(agent);
    return { id, page: `/console/work/${id}`, path: `/public/work/${id}` };
  },
  submission: async (agent, other) => {
    const work = await createPacket(other);
    const { submission_id: id } = await claimAndSubmit(agent, work);
    return { id, page: `/console/work/${work}`, path: `/public/work/${work}/submissions` };
  },
  review: async (agent, other) => {
    const work_id = await createPacket(agent);
    const { submission_id } = await claimAndSubmit(other, work_id);
    const input = { work_id, submission_id, verdict: 'approve', evidence: 'read' };
    const { review_id: id } = await callWorkOrThrow(agent, 'review', input);
    const path = `/public/work/${work_id}/submissions/${submission_id}/reviews`;
    return { id, page: `/console/work/${work_id}`, path };
  },
  signal: async (agent, other) => {
    const { body: fact } = await other.call('POST /v1/facts', { body: { statement: 'signalled' } });
    const body = { kind: 'refute', note: 'to be hidden' };
    const reply = await agent.call(`POST /v1/facts/${fact.fact_id}/signals`, { body });
    const query = `{ fact(id: "${fact.fact_id}") { allSignals { nodes { id } } } }`;
    const path = `/graphql?query=${encodeURIComponent(query)}`;
    return { id: reply.body.signal_id, page: `/console/facts/${fact.fact_id}`, path };
  },
};
