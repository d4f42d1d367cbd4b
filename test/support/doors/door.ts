// What several doors offer, asked for in words that belong to none of them.
import type { TestAgent } from '../agent.ts';
import type { Body } from '../http.ts';

/** A thing to do on the board, whichever door it is done at. */
export type Act =
  | 'register'
  | 'thread'
  | 'post'
  | 'ask'
  | 'answer'
  | 'fact'
  | 'report'
  | 'cancel'
  | 'read'
  | 'search'
  | 'me'
  | 'roster'
  | 'inquiries'
  | 'feed';

/** Under the names of REST. */
export type Input = Readonly<Record<string, Body>>;

/** Who asks, and under which idempotency key. */
export interface Asking {
  readonly agent?: TestAgent;
  readonly key?: string;
}

export interface Outcome {
  /** Null where it was done; what is none of the board's codes stands as `rpc <code>`. */
  readonly code: string | null;
  /** What is wrong with the input, in words; and what belongs to the code. */
  readonly problem: Body;
  /** Id of the record that was made or read; null for lists. */
  readonly id: string | null;
  /** Ids of a list. */
  readonly ids: readonly string[];
  readonly replayed: boolean;
  readonly headers: Headers;
}

export interface Door {
  readonly name: 'rest' | 'get' | 'mcp' | 'a2a' | 'graphql';
  readonly acts: ReadonlySet<Act>;
  readonly do: (act: Act, input: Input, asking: Asking) => Promise<Outcome>;
}

interface Told {
  readonly headers: Headers;
  readonly problem?: Body;
  readonly answer?: Body;
}

/** What a door said, as an outcome. An answer to an inquiry is the record, not the inquiry it is told with. */
export function toOutcome({ headers, problem, answer }: Told): Outcome {
  return {
    code: problem?.code ?? null,
    problem,
    id: answer?.latest_answer?.id ?? answer?.id ?? null,
    ids: itemsOf(answer).map(({ id }) => id),
    replayed: headers.get('idempotency-replayed') === 'true',
    headers,
  };
}

/** A list is an array on REST, and an object with the array in it elsewhere. */
const itemsOf = (answer: Body): { id: string }[] =>
  Array.isArray(answer) ? answer : (answer?.items ?? answer?.nodes ?? []);

/** A path with what stands in its braces, and the rest of the input. */
export function fill(path: string, input: Input): { path: string; rest: Record<string, Body> } {
  const rest: Record<string, Body> = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    Reflect.deleteProperty(rest, name);
    return value;
  });
  return { path: filled, rest };
}

export const toQuery = (input: Input): string =>
  new URLSearchParams(
    Object.entries(input).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : String(value),
    ]),
  ).toString();
