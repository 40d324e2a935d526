import { isIP } from 'node:net';
import { canonicalAddress } from '#app/shared/ip-address.server.ts';

/**
 * The client's address, as far as the proxies in front can be trusted: each of them appends the address it
 * saw to X-Forwarded-For, so with `trustedProxies` of them the client is that many steps from the right.
 * What stands further left is what the client claims.
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
