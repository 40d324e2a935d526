import { BlockList, isIP } from 'node:net';
import { canonicalAddress } from '#app/shared/ip-address.server.ts';

type Range = { base: string; family: 'ipv4' | 'ipv6'; prefix: number };

/** Reads a client address or a range in CIDR notation (RFC 4632, RFC 4291 section 2.3). Returns null for other text. */
function parseRange(text: string): Range | null {
  const [, address = '', digits] = /^([0-9a-f.:]{2,45})(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const base = canonicalAddress(address);
  const version = isIP(base);
  if (version === 0) return null;
  const bits = version === 4 ? 32 : 128;
  // An IPv4 address mapped into IPv6 is an IPv4 address here, whose prefix would mean something else.
  if (digits !== undefined && version === 4 && address.includes(':')) return null;
  const prefix = digits === undefined ? bits : Number(digits);
  return prefix > bits ? null : { base, family: version === 4 ? 'ipv4' : 'ipv6', prefix };
}

/** The written form of an address or range, or null for other text. */
export function canonicalRange(text: string): string | null {
  const range = parseRange(text);
  return range && `${range.base}/${range.prefix}`;
}

/** Whether a client address is within one of the ranges. A range of one version has no addresses of the other. */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  const canonical = canonicalAddress(address);
  const version = isIP(canonical);
  if (version === 0) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  for (const text of ranges) {
    const range = parseRange(text);
    // A BlockList counts IPv4 addresses as mapped into IPv6, so that ::/64 would have all of them.
    if (range?.family === family) list.addSubnet(range.base, range.prefix, family);
  }
  return list.check(canonical, family);
}
