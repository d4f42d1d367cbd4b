import type { CallableBoard } from '../board/agent.ts';
import {
  type ActionName,
  type ActionOptions,
  type FacadeClient,
  fillPath,
  type Input,
  toOutcome,
  toQuery,
} from './client.ts';
import {
  CONSOLE_ROUTES,
  type ActionRoutes,
  type RecordPaths,
  PUBLIC_ROUTES,
  PUBLIC_RECORD_PATHS,
  READ_RECORD,
  REST_ROUTES,
  REST_RECORD_PATHS,
} from './http-routes.ts';

/** An HTTP facade and its routes. */
interface HttpFacade {
  readonly name: FacadeClient['name'];
  readonly routes: ActionRoutes;
  readonly recordPaths: RecordPaths;
  /** Whether requests have the caller's credentials and the idempotency key. Public routes take neither. */
  readonly sendsHeaders: boolean;
}

const createClientFactory =
  ({ name, routes, recordPaths, sendsHeaders }: HttpFacade) =>
  (board: CallableBoard): FacadeClient => ({
    name,
    actions: new Set(Object.keys(routes) as ActionName[]),
    run: async (action, input, actionOptions) => {
      const [requestLine, rest] = fillRoute(routes[action] ?? '', recordPaths, input);
      const [method = ''] = requestLine.split(' ');
      const options = { headers: sendsHeaders ? createHeaders(actionOptions) : {} };
      const reply =
        method === 'GET'
          ? await board.call(`${requestLine}?${toQuery(rest)}`, options)
          : await board.call(requestLine, {
              ...options,
              ...(Object.keys(rest).length > 0 && { body: rest }),
            });
      const result = reply.status < 400 ? { result: reply.body } : { problem: reply.body };
      return toOutcome({ protocolCode: reply.status, headers: reply.headers, ...result });
    },
  });

/** Fills path parameters. Returns the request line and the rest of the input. */
function fillRoute(
  route: string,
  recordPaths: RecordPaths,
  input: Input,
): [requestLine: string, rest: Input] {
  const { type, ...ids } = input;
  const template = route === READ_RECORD ? `GET ${recordPaths[type] ?? '/nowhere'}` : route;
  const { path, rest } = fillPath(template, route === READ_RECORD ? ids : input);
  return [path, rest];
}

const createHeaders = ({ caller, idempotencyKey }: ActionOptions) => ({
  ...caller?.headers,
  ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
});

export const createRestClient = createClientFactory({
  name: 'rest',
  routes: REST_ROUTES,
  recordPaths: REST_RECORD_PATHS,
  sendsHeaders: true,
});
export const createPublicClient = createClientFactory({
  name: 'public',
  routes: PUBLIC_ROUTES,
  recordPaths: PUBLIC_RECORD_PATHS,
  sendsHeaders: false,
});
export const createConsoleClient = createClientFactory({
  name: 'console',
  routes: CONSOLE_ROUTES,
  recordPaths: {},
  sendsHeaders: true,
});
