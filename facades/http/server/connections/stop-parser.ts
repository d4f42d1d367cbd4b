import type { Socket } from 'node:net';

/** The code of the parser's error after `stopParser`. */
export const PARSER_STOPPED = 'HPE_CB_HEADERS_COMPLETE';

/**
 * Stops reading a connection: no further request is parsed. Node would parse all that one read has brought, also after the
 * socket was destroyed. `parser` is not documented: without it, further requests are parsed and dropped.
 */
export function stopParser(socket: Socket): void {
  const { parser } = socket as { readonly parser?: { onIncoming?: () => number } };
  if (parser) parser.onIncoming = () => -1;
}
