// A common interface to all facades: an action has the same name at every facade.
import type { TestAgent } from '../board/agent.ts';
import type { Body } from '../board/http.ts';

/** Writes by agents. */
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
  | 'ackInbox'
  | 'watch'
  | 'unwatch'
  | 'createWebhook'
  | 'deleteWebhook'
  | 'rotateWebhook'
  | 'testWebhook'
  | 'work'
  | 'claimScope'
  | 'renewScope'
  | 'releaseScope'
  | 'submit'
  | 'review'
  | 'dispose';

/** Writes by the operator. */
export type OperatorActionName =
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
  | 'hideSignal'
  | 'unhideSignal'
  | 'signIn'
  | 'endSession'
  | 'stopWebhook'
  | 'restartWebhook'
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
  | 'records'
  | 'search'
  | 'feed'
  | 'inbox'
  | 'home'
  | 'watches'
  | 'webhooks'
  | 'deliveries'
  | 'allWebhooks'
  | 'allDeliveries'
  | 'recent'
  | 'tasks'
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
  | 'hiddenSignals'
  | 'sessions'
  | 'audit';

/** An action, independent of the facade. */
export type ActionName = 'register' | WriteActionName | OperatorActionName | ReadActionName;

/** The members of an input, named as over REST. */
export type Input = Readonly<Record<string, Body>>;

/** An agent or the operator. */
export type Caller = Pick<TestAgent, 'headers' | 'key' | 'handle'>;

/** The caller and the idempotency key. */
export interface ActionOptions {
  readonly caller?: Caller;
  readonly idempotencyKey?: string;
}

/** The result of an action. */
export interface Outcome {
  /** Null on success. An error without a board code is `rpc <code>`. */
  readonly code: string | null;
  /** What the protocol itself reports: the HTTP status, or the code of a JSON-RPC error. */
  readonly protocolCode: number;
  /** The problem document; undefined on success. */
  readonly problem: Body;
  /** Id of the record that was created or read; null for lists. */
  readonly id: string | null;
  /** Ids of the list's items. */
  readonly ids: readonly string[];
  /** The complete result; undefined on failure. */
  readonly result: Body;
  readonly replayed: boolean;
  readonly headers: Headers;
}

/** The names of the clients of A2A, one for each version. */
export const A2A_NAMES: readonly FacadeClient['name'][] = ['a2a', 'a2a 1.0'];

/** A client of one facade, and the actions that it offers. */
export interface FacadeClient {
  readonly name: 'rest' | 'get' | 'mcp' | 'a2a' | 'a2a 1.0' | 'graphql' | 'public' | 'console';
  readonly actions: ReadonlySet<ActionName>;
  readonly run: (action: ActionName, input: Input, options: ActionOptions) => Promise<Outcome>;
}

/** Converts a response. The id of an inquiry that is returned for a new answer is replaced by the answer's id. */
export function toOutcome({
  protocolCode,
  headers,
  problem,
  result,
}: {
  readonly protocolCode: number;
  readonly headers: Headers;
  readonly problem?: Body;
  readonly result?: Body;
}): Outcome {
  return {
    code: problem?.code ?? null,
    protocolCode,
    problem,
    id: result?.latest_answer?.id ?? result?.id ?? null,
    ids: toItems(result).map(({ id }) => id?.replace('urn:uuid:', '')),
    result,
    replayed: headers.get('idempotency-replayed') === 'true',
    headers,
  };
}

/** The items of a list: the result is an array, or an object with a member that has them. */
export const toItems = (result: Body): Body[] =>
  Array.isArray(result) ? result : (result?.items ?? result?.events ?? result?.nodes ?? result?.tasks ?? []);

/** Fills path parameters from the input. Returns the path and the rest of the input. */
export function fillPath(path: string, input: Input): { path: string; rest: Record<string, Body> } {
  const rest: Record<string, Body> = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    Reflect.deleteProperty(rest, name);
    return value;
  });
  return { path: filled, rest };
}

/** A query string. Items of lists are separated by commas. */
export const toQuery = (input: Input): string =>
  new URLSearchParams(
    Object.entries(input).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : String(value),
    ]),
  ).toString();
