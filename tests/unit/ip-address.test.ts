import { describe, expect, it } from 'vitest';
import { addressBlock, canonicalAddress } from '#app/shared/ip-address.server.ts';

describe('an address', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['0:0:0:0:0:ffff:c000:0201', '192.0.2.1'],
    ['2001:DB8:0::0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::192.0.2.1', '::192.0.2.1'],
    ['nonsense', 'nonsense'],
    ['', ''],
  ])('%s is normalised to %s', (address, written) => {
    expect(canonicalAddress(address)).toBe(written);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:202', '192.0.2.2'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s is counted in the block %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});
