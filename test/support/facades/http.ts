import type { TestBoard } from '../board/board.ts';
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
interface HttpDoor {
  readonly name: FacadeClient['name'];
  readonly lines: ActionRoutes;
  readonly nouns: RecordPaths;
  /** Whether calls are authenticated. */
  readonly known: boolean;
}

const open =
  ({ name, lines, nouns, known }: HttpDoor) =>
  (board: TestBoard): FacadeClient => ({
    name,
    actions: new Set(Object.keys(lines) as ActionName[]),
    run: async (act, input, asking) => {
      const [line, sent] = lineOf(lines[act] ?? '', nouns, input);
      const [method = ''] = line.split(' ');
      const options = { headers: known ? headersOf(asking) : {} };
      const reply =
        method === 'GET'
          ? await board.call(`${line}?${toQuery(sent)}`, options)
          : await board.call(line, { ...options, ...(Object.keys(sent).length > 0 && { body: sent }) });
      const told = reply.status < 400 ? { answer: reply.body } : { problem: reply.body };
      return toOutcome({ headers: reply.headers, ...told });
    },
  });

function lineOf(line: string, nouns: RecordPaths, input: Input): [line: string, sent: Input] {
  const { type, ...ids } = input;
  const template = line === READ_RECORD ? `GET ${nouns[type] ?? '/nowhere'}` : line;
  const { path, rest } = fillPath(template, line === READ_RECORD ? ids : input);
  return [path, rest];
}

const headersOf = ({ caller: agent, key }: ActionOptions) => ({
  ...agent?.headers,
  ...(key !== undefined && { 'Idempotency-Key': key }),
});

export const createRestClient = open({
  name: 'rest',
  lines: REST_ROUTES,
  nouns: REST_RECORD_PATHS,
  known: true,
});
export const createPublicClient = open({
  name: 'public',
  lines: PUBLIC_ROUTES,
  nouns: PUBLIC_RECORD_PATHS,
  known: false,
});
export const createConsoleClient = open({ name: 'console', lines: CONSOLE_ROUTES, nouns: {}, known: true });
