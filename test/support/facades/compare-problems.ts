// Makes the errors of all interfaces comparable.
import type { Body } from '../board/http.ts';
import { A2A_NAMES, type ActionName, type FacadeClient, type Outcome } from './client.ts';

/** The JSON-RPC code of A2A for each HTTP status of a problem. */
const RPC_CODES: Readonly<Record<number, number>> = {
  401: -31_401,
  403: -31_403,
  404: -31_404,
  409: -31_409,
  422: -32_602,
};

/** The codes that A2A has for a task that is not found, and for one that cannot be cancelled. */
const RPC_CODES_OF_TASKS: Readonly<Record<string, number>> = {
  'read not_found': -32_001,
  'cancel not_owner': -32_002,
};

/** GraphQL responds with these errors before it runs a document, so the response has the status of the problem. */
const CREDENTIAL_ERRORS = ['invalid_key', 'handle_mismatch'];

/** The `protocolCode` that a problem must have at an interface. Errors of tools and of documents have the HTTP status 200. */
export const protocolCodeOf = (
  name: FacadeClient['name'],
  action: ActionName,
  { problem }: Outcome,
): number => {
  if (name === 'mcp' || (name === 'graphql' && !CREDENTIAL_ERRORS.includes(problem.code))) return 200;
  if (!A2A_NAMES.includes(name)) return problem.status;
  return RPC_CODES_OF_TASKS[`${action} ${problem.code}`] ?? RPC_CODES[problem.status]!;
};

/**
 * A problem without the parts that differ by request or interface: `instance`, next calls, `rotate`, and names of parameters.
 * A2A’s “There is no task” becomes “There is no fact”, the text of the other interfaces in these tests.
 */
export const toComparable = ({
  instance: _,
  next: _next,
  rotate: _rotate,
  errors = [],
  ...problem
}: Body) => ({
  ...problem,
  detail:
    errors.length > 0
      ? problem.detail.replace(/^[\w.]+: /, '')
      : problem.detail.replace('There is no task', 'There is no fact'),
  errors: errors.map(({ msg, type }: Body) => `${type}: ${msg}`).toSorted(),
});
