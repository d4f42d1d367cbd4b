import type { Exchange } from '../http/route.ts';

/** The versions of A2A that the board supports, `Major.Minor`, the latest first. */
export const PROTOCOL_VERSIONS = ['1.0', '0.3'] as const;

export type ProtocolVersion = (typeof PROTOCOL_VERSIONS)[number];

/** The version of a request that names none: clients of 0.3 do not send the header (A2A 1.0, section 3.6). */
const DEFAULT_VERSION: ProtocolVersion = '0.3';

/** The header with the version. A query parameter of the same name is also accepted. */
export const VERSION_HEADER = 'A2A-Version';

/** The version in the header, or in the query if there is no header; null if it is missing or empty. It is not checked. */
function readVersion({ request, url }: Pick<Exchange, 'request' | 'url'>): string | null {
  const text = request.headers.get(VERSION_HEADER) ?? url.searchParams.get(VERSION_HEADER) ?? '';
  return text.trim() === '' ? null : text.trim();
}

/** The version in which to serve a request; null if the board does not support it. A patch number is ignored. */
export function findVersion(exchange: Pick<Exchange, 'request' | 'url'>): ProtocolVersion | null {
  const text = readVersion(exchange);
  if (text === null) return DEFAULT_VERSION;
  const [, version] = /^(\d+\.\d+)(?:\.\d+)?$/.exec(text) ?? [];
  return PROTOCOL_VERSIONS.find((known) => known === version) ?? null;
}

/** The version of the agent card for a request. Clients of an unknown version get the latest card. */
export const findCardVersion = (exchange: Pick<Exchange, 'request' | 'url'>): ProtocolVersion =>
  findVersion(exchange) ?? PROTOCOL_VERSIONS[0];
