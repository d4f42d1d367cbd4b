import type { ObserveRequest, ServerName } from '../../facades/http/server/observe-request.ts';
import type { Logger } from '../logger.ts';

/** Maximum characters of the path, and of the user agent. */
const MAX_LENGTH = 300;

/**
 * Logs a line for each request. The query is left out: over `/get` it contains keys and texts of records. The logger removes
 * keys from the rest of the line.
 */
export const createAccessLog =
  (log: Logger, server: ServerName): ObserveRequest =>
  ({ request, requestId, address }) => ({
    observation: null,
    end: ({ readyMs, totalMs, ...served }) =>
      log.info(
        {
          server,
          requestId,
          address,
          method: request.method,
          path: URL.parse(request.url)?.pathname.slice(0, MAX_LENGTH),
          ...served,
          readyMs: Math.round(readyMs),
          totalMs: Math.round(totalMs),
          userAgent: request.headers.get('user-agent')?.slice(0, MAX_LENGTH),
        },
        'request',
      ),
  });
