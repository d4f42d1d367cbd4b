/** Creates a check whether the header `Origin` names the origin of one of these URLs. */
export function createOriginCheck(urls: readonly string[]): (headers: Headers) => boolean {
  const origins = new Set(urls.map((url) => new URL(url).origin));
  return (headers) => origins.has(headers.get('origin') ?? '');
}
