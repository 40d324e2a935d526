import { isIPv6, SocketAddress } from 'node:net';

/** Normalizes an address, also IPv4 mapped into IPv6 (RFC 4291 section 2.5.5.2). Returns other text unchanged. */
export function canonicalAddress(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address;
  const [withoutZone = ''] = address.split('%');
  const canonical = new SocketAddress({ address: withoutZone, family: 'ipv6' }).address;
  return canonical.replace(/^::ffff:(?=\d+\.)/, '');
}

/** The block of addresses that counts as one client: an IPv4 address, or an IPv6 /64, because a customer has a whole one. */
export function addressBlock(address: string): string {
  const canonical = canonicalAddress(address);
  if (!canonical.includes(':') || !isIPv6(canonical)) return canonical;
  const [head = '', tail] = canonical.split('::');
  const groups = head.split(':').filter(Boolean);
  const end = tail?.split(':').filter(Boolean) ?? [];
  const missing = tail === undefined ? 0 : Math.max(0, 8 - groups.length - end.length);
  const whole = [...groups, ...Array<string>(missing).fill('0'), ...end];
  return `${whole.slice(0, 4).join(':')}::/64`;
}
