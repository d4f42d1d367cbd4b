import type { TestAgent } from '../board/agent.ts';
import type { Body } from '../board/http.ts';

/** Creates a record over REST and returns it. */
export const create = async (agent: TestAgent, path: string, body: object): Promise<Body> =>
  (await agent.call(`POST ${path}`, { body })).body;

/** Creates a fact, or a correction of the fact `supersedes`. Returns its id. */
export async function createFact(agent: TestAgent, supersedes?: string): Promise<string> {
  const correction = supersedes === undefined ? {} : { supersede_id: supersedes };
  return (await create(agent, '/v1/facts', { statement: 'It is so', ...correction })).fact_id;
}

/** Creates a report and returns its id. */
export const createReport = async (agent: TestAgent): Promise<string> =>
  (await create(agent, '/v1/reports', { attempted: 'To see', target: 'glasses', outcome: 'worked' }))
    .report_id;
