/**
 * `npm run verify:corpus -- SET`: makes a set of packages/verify/corpus anew, and the data of the site that issued it in
 * tests/assets. Other sets stay as they are, so that verifiers are tested with what earlier versions issued: a changed format gets a
 * set of its own. Each run makes other keys and IDs. Read the difference of index.json.
 */
import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { publishedIssuerList, publishIssuers } from '#app/credentials/issuer-list.server.ts';
import { putAltered } from '#tests/support/corpus/altered.ts';
import { openCorpus, type Put } from '#tests/support/corpus/corpus.ts';
import { putForeign } from '#tests/support/corpus/foreign.ts';
import { putForged } from '#tests/support/corpus/forged.ts';
import { putIssued } from '#tests/support/corpus/issued.ts';
import { putOwnFields } from '#tests/support/corpus/own-fields.ts';
import {
  exportSite,
  keptStatusLists,
  openSite,
  ownLog,
  partsOf,
  WITNESS_KEY,
} from '#tests/support/corpus/site.ts';
import { putTagged } from '#tests/support/corpus/tagged.ts';
import { putUnreadable } from '#tests/support/corpus/unreadable.ts';

const CORPUS = 'packages/verify/corpus';

async function putFirst(put: Put) {
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
}

const SETS = {
  first: {
    folder: CORPUS,
    siteData: 'tests/assets/corpus-site.json',
    address: 'https://corpus.certrace.example',
    fill: putFirst,
  },
  '0.5': {
    folder: `${CORPUS}/0.5`,
    siteData: 'tests/assets/corpus-site-0.5.json',
    address: 'https://corpus-0-5.certrace.example',
    fill: putTagged,
  },
  '0.6': {
    folder: `${CORPUS}/0.6`,
    siteData: 'tests/assets/corpus-site-0.6.json',
    address: 'https://corpus-0-6.certrace.example',
    fill: putOwnFields,
  },
};

const name = process.argv[2] ?? '';
if (!Object.hasOwn(SETS, name)) {
  console.error(`Usage: npm run verify:corpus -- SET, one of ${Object.keys(SETS).join(', ')}`);
  process.exit(2);
}
const { folder, siteData, address, fill } = SETS[name as keyof typeof SETS];
const removeSite = openSite(address);
const { put, trust, close } = openCorpus(folder);
await fill(put);

await publishIssuers();
trust('policy.txt', `log ${ownLog().verifierKey}\nwitness w ${WITNESS_KEY}\nquorum w\n`);
trust('issuers.json', publishedIssuerList());
for (const list of await keptStatusLists()) {
  trust(`status-${String(list.id).split('/').at(-1)}.json`, JSON.stringify(list));
}
const count = close();
writeFileSync(siteData, exportSite());
removeSite();
console.log(`${count} files in ${folder}`);
