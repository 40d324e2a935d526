import { afterAll, describe, expect, it } from 'vitest';
import { sqlite } from '#db/client.ts';
import { openSite } from '#tests/support/backups.ts';
import { certificateInput, makeIssuer } from '#tests/support/factories.ts';
import { fetchApi } from '#tests/support/handler.ts';
import { smallDisk } from '#tests/support/small-disk.ts';

const disk = smallDisk(20);
afterAll(disk.remove);

describe.skipIf(!disk.mounted)('a batch on a full disk (needs root to mount one)', () => {
  it('gets 507, and is stored once there is space', async () => {
    openSite(disk.folder);
    const { token } = await makeIssuer();
    const json = { certificates: [certificateInput()] };
    const post = async () => (await fetchApi('certs/batches', { token, json })).status;
    // The next commit must extend the write-ahead log.
    sqlite().pragma('wal_checkpoint(TRUNCATE)');
    disk.fill();
    expect(await post()).toBe(507);
    disk.free();
    expect(await post()).toBe(202);
    expect(sqlite().prepare('select count(*) from batches').pluck().get()).toBe(1);
    sqlite().close();
  });
});
