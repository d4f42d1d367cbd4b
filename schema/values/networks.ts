/** The address itself for IPv4, its /64 prefix for IPv6: the range that one subscriber usually has. */
export function toNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(gap).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** The range of addresses (not a place) that one subscriber can have: a /24 of IPv4, a /48 of IPv6. */
export function toRegion(address: string): string {
  const [separator, end] = address.includes(':') ? [':', '::/48'] : ['.', '.0/24'];
  return toNetwork(address).split(separator).slice(0, 3).join(separator) + end;
}
