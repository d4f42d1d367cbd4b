import type { TestAgent } from '../board/agent.ts';
import type { TestBoard } from '../board/board.ts';
import type { Body } from '../board/http.ts';
import { makeWork, must, type WorkCall } from '../records/work.ts';

/** The board that refusals are tried on; set before the tests of a file. */
export const stage = {} as { board: TestBoard; ada: TestAgent; bob: TestAgent; eve: TestAgent };

export const byAda = () => stage.ada;
export const byBob = () => stage.bob;
export const byEve = () => stage.eve;

/** An id that nothing has. */
export const unknown = '01a00000-0000-7000-8000-000000000000';

export interface Attempt {
  readonly by: () => TestAgent;
  readonly call: WorkCall;
  readonly input: Body;
}

export interface Case {
  readonly code: string;
  readonly status: number;
  /** Members of the problem. */
  readonly members?: Body;
  /** Makes the situation; what is then tried. */
  readonly when: () => Promise<Attempt>;
}

export type Cases = Readonly<Record<string, Case>>;

export const attempt = (by: () => TestAgent, call: WorkCall, input: Body): Attempt => ({ by, call, input });

/** A packet of ada’s. */
export const make = async (fields: Body = {}): Promise<string> => (await makeWork(stage.ada, fields)).work_id;

export const claim = (agent: TestAgent, work_id: string, scope = 'main') =>
  must(agent, 'claim', { work_id, scope });

export const dispose = (work_id: string, action: string, fields: Body = {}) =>
  must(stage.ada, 'dispose', { work_id, action, note: 'because', ...fields });

export const conflict = (state: string) =>
  ({ code: 'state_conflict', status: 409, members: { current_state: state } }) as const;
