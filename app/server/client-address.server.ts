import { isIP } from 'node:net';

/** An IPv4 address that arrived over an IPv6 socket is written as IPv4, so that it counts as one client. */
const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');

/**
 * The client's address, as far as the proxies in front can be trusted: each of them appends the address it
 * saw to X-Forwarded-For, so with `trustedProxies` of them the client is that many steps from the right.
 * What stands further left is what the client claims.
 */
export function clientAddress(socketAddress: string, forwardedFor: string | null, trustedProxies: number) {
  if (trustedProxies === 0 || !forwardedFor) return plain(socketAddress);
  const chain = [...forwardedFor.split(',').map(plain), plain(socketAddress)];
  const address = chain[Math.max(0, chain.length - 1 - trustedProxies)] ?? '';
  return isIP(address) ? address : plain(socketAddress);
}
