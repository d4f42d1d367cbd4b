import type { Socket } from 'node:net';

/** The code of the parser's error after `stopParser`. */
export const PARSER_STOPPED = 'HPE_CB_HEADERS_COMPLETE';

/**
 * Stops parsing requests of a connection. Otherwise Node parses all requests of one read, even if the socket is destroyed
 * meanwhile. `parser` is not documented: without it, further requests are parsed and dropped.
 */
export function stopParser(socket: Socket): void {
  const { parser } = socket as { readonly parser?: { onIncoming?: () => number } };
  if (parser) parser.onIncoming = () => -1;
}
