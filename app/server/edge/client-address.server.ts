import { isIP } from 'node:net';
import { canonicalAddress } from '#app/shared/ip-address.server.ts';

/**
 * The client's address. Each trusted proxy appends the address that it saw to X-Forwarded-For, so with `trustedProxies` of them
 * the client's address is that many entries from the right. Anybody can forge the entries before it.
 */
export function clientAddress(
  socketAddress: string,
  forwardedFor: string | undefined,
  trustedProxies: number,
) {
  const own = canonicalAddress(socketAddress);
  if (trustedProxies === 0 || !forwardedFor) return own;
  const chain = [...forwardedFor.split(','), own];
  const address = canonicalAddress(chain[Math.max(0, chain.length - 1 - trustedProxies)]?.trim() ?? '');
  return isIP(address) ? address : own;
}
