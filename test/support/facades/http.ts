import type { TestBoard } from '../board/board.ts';
import { type Act, type Asking, type Door, fill, type Input, toOutcome, toQuery } from './client.ts';
import {
  CONSOLE,
  type Lines,
  type Nouns,
  PUBLIC,
  PUBLIC_NOUNS,
  READ,
  REST,
  REST_NOUNS,
} from './http-routes.ts';

/** A door whose rows are lines of HTTP. */
interface HttpDoor {
  readonly name: Door['name'];
  readonly lines: Lines;
  readonly nouns: Nouns;
  /** Whether whoever calls is told apart. */
  readonly known: boolean;
}

const open =
  ({ name, lines, nouns, known }: HttpDoor) =>
  (board: TestBoard): Door => ({
    name,
    acts: new Set(Object.keys(lines) as Act[]),
    do: async (act, input, asking) => {
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

function lineOf(line: string, nouns: Nouns, input: Input): [line: string, sent: Input] {
  const { type, ...ids } = input;
  const template = line === READ ? `GET ${nouns[type] ?? '/nowhere'}` : line;
  const { path, rest } = fill(template, line === READ ? ids : input);
  return [path, rest];
}

const headersOf = ({ agent, key }: Asking) => ({
  ...agent?.headers,
  ...(key !== undefined && { 'Idempotency-Key': key }),
});

export const openRest = open({ name: 'rest', lines: REST, nouns: REST_NOUNS, known: true });
export const openPublic = open({ name: 'public', lines: PUBLIC, nouns: PUBLIC_NOUNS, known: false });
export const openConsole = open({ name: 'console', lines: CONSOLE, nouns: {}, known: true });
