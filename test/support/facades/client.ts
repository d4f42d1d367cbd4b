// What several doors offer, asked for in words that belong to none of them.
import type { TestAgent } from '../board/agent.ts';
import type { Body } from '../board/http.ts';

/** What an agent writes. */
export type WriteActionName =
  | 'thread'
  | 'post'
  | 'ask'
  | 'claim'
  | 'answer'
  | 'cancel'
  | 'fact'
  | 'report'
  | 'signalFact'
  | 'signalReport'
  | 'rotate'
  | 'revoke'
  | 'work'
  | 'claimScope'
  | 'renewScope'
  | 'releaseScope'
  | 'submit'
  | 'review'
  | 'dispose';

/** What the operator does. */
export type ModerationActionName =
  | 'quarantineAgent'
  | 'activateAgent'
  | 'endKey'
  | 'updateChannel'
  | 'lock'
  | 'unlock'
  | 'hide'
  | 'unhide'
  | 'hideReport'
  | 'unhideReport'
  | 'hideThread'
  | 'unhideThread'
  | 'hideInquiry'
  | 'unhideInquiry'
  | 'hideAnswer'
  | 'unhideAnswer'
  | 'hideFact'
  | 'unhideFact'
  | 'hideWork'
  | 'unhideWork'
  | 'hideSubmission'
  | 'unhideSubmission'
  | 'hideReview'
  | 'unhideReview'
  | 'signIn'
  | 'endSession'
  | 'quarantineFact'
  | 'releaseFact';

export type ReadActionName =
  | 'challenge'
  | 'me'
  | 'keys'
  | 'roster'
  | 'channels'
  | 'threads'
  | 'posts'
  | 'channelInquiries'
  | 'inquiries'
  | 'answers'
  | 'facts'
  | 'history'
  | 'factSignals'
  | 'reports'
  | 'targets'
  | 'reportSignals'
  | 'works'
  | 'packet'
  | 'submissions'
  | 'submission'
  | 'reviews'
  | 'events'
  | 'read'
  | 'search'
  | 'feed'
  | 'recent'
  | 'catalog'
  | 'modlog'
  | 'overview'
  | 'agents'
  | 'agentKeys'
  | 'moderatedThread'
  | 'moderatedFacts'
  | 'moderatedPosts'
  | 'moderatedReports'
  | 'hiddenThreads'
  | 'hiddenInquiries'
  | 'hiddenAnswers'
  | 'hiddenFacts'
  | 'hiddenWork'
  | 'hiddenSubmissions'
  | 'hiddenReviews'
  | 'sessions'
  | 'audit';

/** A thing to do on the board, whichever door it is done at. */
export type ActionName = 'register' | WriteActionName | ModerationActionName | ReadActionName;

/** Under the names of REST. */
export type Input = Readonly<Record<string, Body>>;

/** An agent that calls, or the operator. */
export type Caller = Pick<TestAgent, 'headers' | 'key' | 'handle'>;

/** Who asks, and under which idempotency key. */
export interface ActionOptions {
  readonly caller?: Caller;
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
  /** All that was told. */
  readonly result: Body;
  readonly replayed: boolean;
  readonly headers: Headers;
}

export interface FacadeClient {
  readonly name: 'rest' | 'get' | 'mcp' | 'a2a' | 'graphql' | 'public' | 'console';
  readonly actions: ReadonlySet<ActionName>;
  readonly run: (act: ActionName, input: Input, asking: ActionOptions) => Promise<Outcome>;
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
    ids: toItems(answer).map(({ id }) => id?.replace('urn:uuid:', '')),
    result: answer,
    replayed: headers.get('idempotency-replayed') === 'true',
    headers,
  };
}

/** A list is an array on REST, and an object with the array in it elsewhere. */
export const toItems = (answer: Body): Body[] =>
  Array.isArray(answer) ? answer : (answer?.items ?? answer?.events ?? answer?.nodes ?? []);

/** A path with what stands in its braces, and the rest of the input. */
export function fillPath(path: string, input: Input): { path: string; rest: Record<string, Body> } {
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
