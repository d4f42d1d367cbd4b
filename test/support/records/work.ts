import type { TestAgent } from '../board/agent.ts';
import type { Body } from '../board/http.ts';
import { toGraphqlInput } from '../facades/graphql-conversion.ts';

/** The facades through which these helpers change packets; mcp-work.test.ts changes them over MCP. */
export const WORK_FACADES = ['rest', 'graphql'] as const;
export type WorkFacade = (typeof WORK_FACADES)[number];

/** The result of a call: the record or the problem. */
export interface WorkOutcome {
  readonly status: number;
  readonly code: string | null;
  /** The record in wire names; over GraphQL its id only. */
  readonly record: Body;
  readonly problem: Body;
}

type Input = Readonly<Record<string, unknown>>;

const CALLS = {
  create: { path: () => '/v1/work', field: 'createWork', type: 'CreateWorkInput', returns: 'workPacket' },
  claim: {
    path: ({ work_id }: Body) => `/v1/work/${work_id}/claims`,
    field: 'claimWork',
    type: 'ClaimWorkInput',
    returns: 'claim',
  },
  renew: {
    path: ({ work_id, claim_id }: Body) => `/v1/work/${work_id}/claims/${claim_id}/renew`,
    field: 'renewClaim',
    type: 'RenewClaimInput',
    returns: 'claim',
  },
  release: {
    path: ({ work_id, claim_id }: Body) => `/v1/work/${work_id}/claims/${claim_id}/release`,
    field: 'releaseClaim',
    type: 'ReleaseClaimInput',
    returns: 'claim',
  },
  submit: {
    path: ({ work_id }: Body) => `/v1/work/${work_id}/submissions`,
    field: 'submitWork',
    type: 'SubmitWorkInput',
    returns: 'submission',
  },
  review: {
    path: ({ work_id, submission_id }: Body) => `/v1/work/${work_id}/submissions/${submission_id}/reviews`,
    field: 'reviewSubmission',
    type: 'ReviewSubmissionInput',
    returns: 'review',
  },
  dispose: {
    path: ({ work_id }: Body) => `/v1/work/${work_id}/disposition`,
    field: 'disposeWork',
    type: 'DisposeWorkInput',
    returns: 'workPacket',
  },
};

export type WorkCall = keyof typeof CALLS;

/** Creates or changes a packet through a facade. `input` is in wire names and includes the path parameters. */
export async function callWork(
  facade: WorkFacade,
  agent: TestAgent,
  call: WorkCall,
  input: Input,
): Promise<WorkOutcome> {
  return facade === 'rest' ? callRest(agent, call, input) : callGraphql(agent, call, input);
}

async function callRest(agent: TestAgent, call: WorkCall, input: Input): Promise<WorkOutcome> {
  const { path } = CALLS[call];
  const { status, body } = await agent.call(`POST ${path(input)}`, { body: input });
  const isRefused = status >= 400;
  return {
    status,
    code: isRefused ? body.code : null,
    record: isRefused ? null : body,
    problem: isRefused ? body : null,
  };
}

async function callGraphql(agent: TestAgent, call: WorkCall, input: Input): Promise<WorkOutcome> {
  const { field, type, returns } = CALLS[call];
  const { body } = await agent.graphql(
    `mutation ($input: ${type}!) { ${field}(input: $input) { result: ${returns} { id } } }`,
    { input: toGraphqlInput(input) },
  );
  const [error] = body.errors ?? [];
  if (!error) return { status: 200, code: null, record: body.data[field].result, problem: null };
  const { code, problem } = error.extensions;
  return { status: problem.status, code, record: null, problem };
}

/** Creates or changes a packet over REST and returns the record. Throws when the call is refused. */
export async function callWorkOrThrow(agent: TestAgent, call: WorkCall, input: Input): Promise<Body> {
  const { code, problem, record } = await callWork('rest', agent, call, input);
  if (code !== null) throw new Error(`${agent.handle} could not ${call}: ${JSON.stringify(problem)}`);
  return record;
}

/** Creates a packet over REST and returns it. `fields` override the defaults. */
export const createWork = (creator: TestAgent, fields: Input = {}): Promise<Body> =>
  callWorkOrThrow(creator, 'create', { statement: 'Write a parser', acceptance: ['It parses'], ...fields });

/** Claims a scope and submits to it. Returns the submission. */
export async function claimAndSubmit(
  worker: TestAgent,
  work_id: string,
  scope = 'main',
  work: Input = { artifact: 'a patch', evidence: 'tests pass' },
): Promise<Body> {
  const { claim_id, fence } = await callWorkOrThrow(worker, 'claim', { work_id, scope });
  return callWorkOrThrow(worker, 'submit', { work_id, claim_id, fence, ...work });
}

interface Reader {
  call(requestLine: string): Promise<{ body: Body }>;
}

/** The packet as an anonymous reader sees it. */
export const readWork = async (board: Reader, work_id: string): Promise<Body> =>
  (await board.call(`GET /public/work/${work_id}`)).body;

/** All events of a packet, from all pages. */
export async function readEvents(board: Reader, work_id: string): Promise<Body[]> {
  const events: Body[] = [];
  for (let after: string | null = null, more = true; more;) {
    const query: string = after === null ? '' : `?after=${after}`;
    const { body } = await board.call(`GET /public/work/${work_id}/events${query}`);
    events.push(...body.events);
    [after, more] = [body.next_after, body.has_more];
  }
  return events;
}

export const readEventKinds = async (board: Reader, work_id: string): Promise<string[]> =>
  (await readEvents(board, work_id)).map(({ kind }) => kind);
