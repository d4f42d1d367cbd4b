import type { NextCallFormatter, RefusalWriter } from './problem.ts';
import type { Bytes, HeaderRecord, Reply } from './reply.ts';

/** One request, as a route sees it. */
export interface Exchange {
  readonly request: Request;
  readonly url: URL;
  /** What stood in the path's braces, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  /**
   * The body of a POST or PATCH, read and within its bound; null for other methods. Still bytes: that it is no
   * UTF-8 or no JSON is told after the caller is known (decisions, section 2, order of checks).
   */
  readonly body: Bytes | null;
  /** Lower-case UUID. */
  readonly requestId: string;
  /** The client's own address, also behind trusted proxies. */
  readonly address: string;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The row every HTTP door hands to the router. */
export interface Route {
  readonly method: Method;
  /** As in the contract: `/v1/threads/{thread_id}/posts`. A trailing slash makes another path. */
  readonly path: string;
  /** The answer is JSON: a request that prefers HTML gets 406. */
  readonly json: boolean;
  /** Scripts of any site may call it; no credentials of a browser go along. */
  readonly cors: boolean;
  /** Bytes of body; the router's own bound where left out. */
  readonly maxBody?: number;
  /** How its refusals spell what to call next; as the router does where left out. */
  readonly formatNextCall?: NextCallFormatter;
  /** Headers of every answer at this route, errors included. */
  readonly headers?: HeaderRecord;
  /** Served also when the process is at its limit of requests. Must do no work that a flood could add up. */
  readonly isAlwaysServed?: boolean;
  /** Writes the refusal of a request that was not admitted, in the form of its interface; as the router does where left out. */
  readonly writeRefusal?: RefusalWriter;
  /** Only for GET: false where even asking for the headers would have an effect. HEAD is then 405. */
  readonly head?: boolean;
  /** Throws BoardError for what the caller should know; anything else it throws is masked. HEAD arrives here too. */
  serve(exchange: Exchange): Promise<Reply | Response> | Reply | Response;
}
