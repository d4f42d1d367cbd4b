/** Creates a check whether the header `Origin` names the origin of one of these addresses. */
export function createOriginCheck(addresses: readonly string[]): (headers: Headers) => boolean {
  const origins = new Set(addresses.map((address) => new URL(address).origin));
  return (headers) => origins.has(headers.get('origin') ?? '');
}
