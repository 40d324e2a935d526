/**
 * `npm run verify:corpus`: rebuilds packages/verify/corpus, and the data of the site that issued it in
 * tests/assets. Each run makes other keys and IDs. Run it after a change of a format or a verdict, and read
 * the difference of index.json.
 */
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { publishedIssuerList, publishIssuers } from '#app/credentials/issuer-list.server.ts';
import { putAltered } from '#tests/support/corpus/altered.ts';
import { openCorpus } from '#tests/support/corpus/corpus.ts';
import { putForeign } from '#tests/support/corpus/foreign.ts';
import { putForged } from '#tests/support/corpus/forged.ts';
import { putIssued } from '#tests/support/corpus/issued.ts';
import {
  exportSite,
  keptStatusLists,
  openSite,
  ownLog,
  partsOf,
  WITNESS_KEY,
} from '#tests/support/corpus/site.ts';
import { putUnreadable } from '#tests/support/corpus/unreadable.ts';

const CORPUS = 'packages/verify/corpus';
const SITE_DATA = 'tests/assets/corpus-site.json';

const removeSite = openSite();
const { put, trust, close } = openCorpus(CORPUS);
const files = await putIssued(put);
putAltered(put, files);
await putForged(put, files);
const { drawn, credential } = partsOf(files.whole.pdf);
const [width, height] = [160, 90];
const background = '#264653';
const picture = await sharp({ create: { width, height, channels: 3, background } })
  .png()
  .toBuffer();
await putForeign(put, picture, drawn);
putUnreadable(put, picture, drawn, credential);

await publishIssuers();
trust('policy.txt', `log ${ownLog().verifierKey}\nwitness w ${WITNESS_KEY}\nquorum w\n`);
trust('issuers.json', publishedIssuerList());
for (const list of await keptStatusLists()) {
  trust(`status-${String(list.id).split('/').at(-1)}.json`, JSON.stringify(list));
}
const count = close();
writeFileSync(SITE_DATA, exportSite());
removeSite();
console.log(`${count} files in ${CORPUS}`);
