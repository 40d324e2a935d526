import { lookup, Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { env } from '#app/config/env.server.ts';

/** Addresses of IPv4 that are not public (RFC 6890 and its registry, and cloud providers' metadata). */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // 169.254.169.254 is the metadata address of most clouds.
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // The address at which Azure serves its virtual machines.
  '168.63.129.16/32',
];

/** Addresses of IPv6 outside the public 2000::/3 are never used, which leaves out mapped addresses and NAT64. These lie within. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

const notPublic = new BlockList();
const publicSix = new BlockList();
publicSix.addSubnet('2000::', 3, 'ipv6');
for (const range of NOT_PUBLIC_4) {
  const [net = '', bits] = range.split('/');
  notPublic.addSubnet(net, Number(bits));
}
for (const range of NOT_PUBLIC_6) {
  const [net = '', bits] = range.split('/');
  notPublic.addSubnet(net, Number(bits), 'ipv6');
}

function isPublic(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address);
  return isIPv6(address) && publicSix.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** Whether webhooks may be sent to an address: to public ones, and with ALLOW_PRIVATE_WEBHOOKS to all. */
export const isAllowedAddress = (address: string): boolean =>
  env().ALLOW_PRIVATE_WEBHOOKS || isPublic(address);

/** Finds the addresses of a host. */
export type Resolve = (host: string) => Promise<string[]>;

const resolver = new Resolver({ timeout: 2_000, tries: 2 });

/**
 * Asks the name servers directly: getaddrinfo would occupy one of the few threads that also read files and hash passwords for as long
 * as a slow name server takes. Inner networks may need the hosts file, which only getaddrinfo reads.
 */
export const resolveHost: Resolve = async (host) => {
  if (env().ALLOW_PRIVATE_WEBHOOKS) return (await lookup(host, { all: true })).map(({ address }) => address);
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [four, six].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
};

/** The host of a URL without the brackets of IPv6 and the dot at the end of a full name. */
export const hostOf = (url: string): string =>
  new URL(url).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

const LONGEST_CHECK_MS = 800;

/**
 * Whether a URL has a host to which webhooks may not be sent. A name without an address yet, or with a slow
 * name server, is checked at each delivery.
 */
export async function leadsToPrivate(url: string, resolve: Resolve = resolveHost): Promise<boolean> {
  if (env().ALLOW_PRIVATE_WEBHOOKS) return false;
  const host = hostOf(url);
  if (isIP(host)) return !isAllowedAddress(host);
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<string[]>((done) => {
    timer = setTimeout(done, LONGEST_CHECK_MS, []);
  });
  const addresses = await Promise.race([resolve(host).catch(() => []), tooLong]);
  clearTimeout(timer);
  return addresses.some((address) => !isAllowedAddress(address));
}
