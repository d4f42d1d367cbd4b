/** Maximum number of characters of the host of a URL, with a port and credentials. A name in the DNS has up to 253. */
export const MAX_HOST_LENGTH = 255;

/**
 * The start of a URL, or of a reference to another host, with a host of more than `MAX_HOST_LENGTH` characters. No character can be
 * both before the host and its first one, so that the search takes time in proportion to the length of the text.
 */
const LONG_HOST = new RegExp(
  String.raw`^(?:[^/\\?#:]*:)?[/\\\0-\x20]*[^/\\?#\0-\x20][^/\\?#]{${MAX_HOST_LENGTH}}`,
);

/**
 * Parses a URL that a caller sent. Returns null if it is not valid or its host has more than `MAX_HOST_LENGTH` characters: Node’s
 * parser takes time in proportion to the square of a host’s length, 60 ms for 1,800 Chinese characters. Also returns null if the
 * address of a `mailto:` URL, or the first segment of a relative path, has more characters.
 */
export const parseUrl = (text: string, base?: string): URL | null =>
  LONG_HOST.test(text) ? null : URL.parse(text, base);

/** Which hosts a URL may have. */
export interface HostBounds {
  /** Whether hosts of more than `MAX_HOST_LENGTH` characters are accepted, as earlier versions stored them. */
  readonly allowsLongHosts?: boolean;
}

/** Whether the text is an absolute http or https URL without credentials. */
export function isHttpUrl(text: string, { allowsLongHosts = false }: HostBounds = {}): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text)) return false;
  const url = allowsLongHosts ? URL.parse(text) : parseUrl(text);
  return url !== null && url.username === '' && url.password === '';
}
