import type { Connection } from '../../schema/contract.ts';
import type { NextCallFormatter, RefusalWriter } from './problem.ts';
import type { Bytes, HeaderRecord, Reply } from './reply.ts';

export type { Bytes } from './reply.ts';

/** A request as it is passed to a route. */
export interface Exchange {
  readonly request: Request;
  readonly url: URL;
  /** Values of the path parameters, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  /**
   * The body of a POST or PATCH, complete and within the size limit; null for other methods. It is not decoded yet: the
   * errors of authentication take precedence over errors of UTF-8 and JSON.
   */
  readonly body: Bytes | null;
  /** A UUID in lower case. */
  readonly requestId: string;
  /** The client's address, as determined from trusted proxies. */
  readonly address: string;
  /** Null for requests without a connection. */
  readonly connection: Connection | null;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A route as the router takes it. */
export interface Route {
  readonly method: Method;
  /** `/v1/threads/{thread_id}/posts`. A trailing slash is significant. */
  readonly path: string;
  /** Whether a request that prefers HTML gets 406. Routes whose JSON people open in a browser do not refuse it. */
  readonly refusesHtml: boolean;
  /** A media type of successful responses other than JSON: a request that does not prefer HTML to it is not refused. */
  readonly mediaType?: string;
  /** Whether scripts of any origin may call the route. They cannot read the response to a request with cookies. */
  readonly cors: boolean;
  /** Maximum bytes of the body. Default: the router's limit. */
  readonly maxBody?: number;
  /** Formats the `next` calls of errors. Default: the router's formatter. */
  readonly formatNextCall?: NextCallFormatter;
  /** Headers of all responses of the route, errors included. */
  readonly headers?: HeaderRecord;
  /**
   * Exempts the path of the route from admission. Its requests wait for turns only if an iteration of the event loop has many of them,
   * and are never refused. The route must be cheap: it is served under a flood of requests.
   */
  readonly isAlwaysServed?: boolean;
  /**
   * Formats errors that `serve` throws, and errors that occur before `serve` is called. Default: the router's formatter.
   * Before `serve` is called, the body may not have been read: a JSON-RPC error then has the id null, and an HTTP status other than
   * 200.
   */
  readonly writeRefusal?: RefusalWriter;
  /** For GET routes: false makes HEAD a 405, because the GET writes or opens a stream. */
  readonly servesHead?: boolean;
  /**
   * Loads modules and compiles documents of the route. Called once after the board listens, or, in a worker that starts while
   * another one serves, before it listens. A request that comes earlier runs the same preparation.
   */
  readonly prepare?: () => unknown;
  /** Whether a request that waits for news may be served again. Default: only a GET may. */
  readonly isRepeatable?: boolean;
  /**
   * Serves GET and HEAD alike. `RouterOptions.toRefusal` converts the errors that it throws: an unexpected one becomes `internal`.
   */
  serve(exchange: Exchange): Promise<Reply | Response> | Reply | Response;
}
