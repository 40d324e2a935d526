#!/usr/bin/env node
/** `npm run verify -- FILE [--key VKEY] [--did DID or document] [--proof FILE] [--offline]` */
import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { authenticate, type Report } from './authenticate.ts';
import { MAX_FILE_BYTES } from './file.ts';
import { parseVerifierKey } from './note.ts';
import { trustOf } from './online.ts';

const USAGE = `Usage: npm run verify -- FILE [--key VKEY] [--did DID] [--proof FILE] [--offline]

  --key VKEY    verification key of the log that the certificate must be in
  --did DID     DID of the issuer, or a file with its DID document
  --proof FILE  log proof (.tlog-proof) of a JSON file
  --offline     ask nobody

Exits 0 when the file is genuine, 1 when it is not, 2 when that could not be found out.`;

const EXIT_GENUINE = 0;
const EXIT_REFUSED = 1;
const EXIT_UNCHECKED = 2;
const MARKS = { true: 'yes', false: 'NO ', null: ' - ' };

const print = (line: string) => process.stdout.write(`${line}\n`);

function printReport({ verdict, checks, certificate }: Report) {
  if (certificate) {
    const { studentName, courseName, issuer, issueDate, expiryDate } = certificate;
    print(`${courseName}, for ${studentName}`);
    print(`issued by ${issuer} on ${issueDate}${expiryDate ? `, until ${expiryDate}` : ''}\n`);
  }
  for (const { id, passed, message } of checks) {
    print(`${MARKS[`${passed}`]}  ${id.padEnd(10)} ${message}`);
  }
  print(`\n${verdict}`);
}

function readBounded(path: string): Buffer {
  if (statSync(path).size > MAX_FILE_BYTES) throw new Error(`${path} is larger than 10 MB.`);
  return readFileSync(path);
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      did: { type: 'string' },
      proof: { type: 'string' },
      offline: { type: 'boolean', default: false },
    },
  });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new Error(USAGE);
  const logKey = values.key === undefined ? null : parseVerifierKey(values.key);
  if (values.key !== undefined && !logKey) throw new Error('--key: is no verification key of a log');
  const trust = trustOf({ logKey, did: values.did ?? null, isOffline: values.offline }, Date.now());
  const proof = values.proof === undefined ? undefined : readBounded(values.proof).toString('utf8');
  const report = await authenticate(readBounded(path), trust, proof);
  printReport(report);
  if (report.verdict === 'genuine') return EXIT_GENUINE;
  return report.verdict === 'unreadable' ? EXIT_UNCHECKED : EXIT_REFUSED;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = EXIT_UNCHECKED;
  },
);
