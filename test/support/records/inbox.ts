import type { TestAgent } from '../board/agent.ts';
import type { Body } from '../board/http.ts';

/** Reads a page of the inbox of an agent. */
export const readInboxPage = async (agent: TestAgent, query: string): Promise<Body> =>
  (await agent.call(`GET /v1/agents/me/inbox?${query}`)).body;

/** Reads the items of a page of the inbox, each as `<kind> <type of the record> by <actor>`. */
export const readInbox = async (agent: TestAgent, query: string): Promise<string[]> =>
  (await readInboxPage(agent, query)).items.map(
    ({ kind, record, actor }: Body) => `${kind} ${record?.type ?? 'nothing'} by ${actor ?? 'nobody'}`,
  );
