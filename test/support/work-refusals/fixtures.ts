import type { TestAgent } from '../board/agent.ts';
import type { TestBoard } from '../board/board.ts';
import type { Body } from '../board/http.ts';
import { createWork, callWorkOrThrow, type WorkCall } from '../records/work.ts';

/** The board that refusals are tried on; set before the tests of a file. */
export const fixtures = {} as { board: TestBoard; ada: TestAgent; bob: TestAgent; eve: TestAgent };

export const byAda = () => fixtures.ada;
export const byBob = () => fixtures.bob;
export const byEve = () => fixtures.eve;

/** An id that nothing has. */
export const UNKNOWN_ID = '01a00000-0000-7000-8000-000000000000';

export interface Attempt {
  readonly by: () => TestAgent;
  readonly call: WorkCall;
  readonly input: Body;
}

export interface RefusalCase {
  readonly code: string;
  readonly status: number;
  /** Members of the problem. */
  readonly members?: Body;
  /** Makes the situation; what is then tried. */
  readonly prepare: () => Promise<Attempt>;
}

export type RefusalCases = Readonly<Record<string, RefusalCase>>;

export const attempt = (by: () => TestAgent, call: WorkCall, input: Body): Attempt => ({ by, call, input });

/** A packet of ada’s. */
export const createPacket = async (fields: Body = {}): Promise<string> =>
  (await createWork(fixtures.ada, fields)).work_id;

export const claim = (agent: TestAgent, work_id: string, scope = 'main') =>
  callWorkOrThrow(agent, 'claim', { work_id, scope });

export const dispose = (work_id: string, action: string, fields: Body = {}) =>
  callWorkOrThrow(fixtures.ada, 'dispose', { work_id, action, note: 'because', ...fields });

export const stateConflict = (state: string) =>
  ({ code: 'state_conflict', status: 409, members: { current_state: state } }) as const;
