import type { TestAgent } from '../board/agent.ts';
import type { TestBoard } from '../board/board.ts';
import type { Body } from '../board/http.ts';
import { createWork, callWorkOrThrow, type WorkCall } from '../records/work.ts';

/** The board and its agents; set in beforeAll of the test file. */
export const fixtures = {} as { board: TestBoard; ada: TestAgent; bob: TestAgent; eve: TestAgent };

export const byAda = () => fixtures.ada;
export const byBob = () => fixtures.bob;
export const byEve = () => fixtures.eve;

/** A call that is refused. */
export interface Attempt {
  readonly by: () => TestAgent;
  readonly call: WorkCall;
  readonly input: Body;
}

export interface RefusalCase {
  readonly code: string;
  readonly status: number;
  /** Expected members of the problem document. */
  readonly members?: Body;
  /** Creates the records of the case. Returns the call that is refused. */
  readonly prepare: () => Promise<Attempt>;
}

export type RefusalCases = Readonly<Record<string, RefusalCase>>;

export const attempt = (by: () => TestAgent, call: WorkCall, input: Body): Attempt => ({ by, call, input });

/** Creates a packet of ada and returns its id. */
export const createPacket = async (fields: Body = {}): Promise<string> =>
  (await createWork(fixtures.ada, fields)).work_id;

export const claim = (agent: TestAgent, work_id: string, scope = 'main') =>
  callWorkOrThrow(agent, 'claim', { work_id, scope });

/** Decides on a packet as its creator, ada. */
export const dispose = (work_id: string, action: string, fields: Body = {}) =>
  callWorkOrThrow(fixtures.ada, 'dispose', { work_id, action, note: 'because', ...fields });

/** The refusal of a call that the current state does not allow. */
export const stateConflict = (state: string) =>
  ({ code: 'state_conflict', status: 409, members: { current_state: state } }) as const;
