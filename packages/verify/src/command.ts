import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { authenticate } from './authenticate.ts';
import { describeAchievements, describeValue } from './credential.ts';
import { type JsonObject, parseJsonObject } from './json.ts';
import { parseVerifierKey, type VerifierKey } from './note.ts';
import { requireKeyOfSite, trustOf } from './online.ts';
import { type Policy, parsePolicy } from './policy.ts';
import { isClaim, MAX_FILE_BYTES, type Report, type Verdict } from './report.ts';
import { printable, printableJson } from './texts.ts';
import { readTrustList, type TrustList } from './trust.ts';

const USAGE = `Usage: npm run verify -- FILE [--key VKEY]... [--policy FILE] [--did DID]... [--trust LIST] [--proof FILE] [--status-list FILE]... [--offline] [--accept-unknown-revocation] [--json]

  --key VKEY    verification key of the log that the certificate must be in, or of one of several
  --policy FILE logs of which one must have the certificate, and witnesses that must have
                cosigned it (C2SP tlog-policy), instead of --key
  --did DID     DID of the issuer, or a file with its DID document, or one of several
  --trust LIST  file with the issuers that a site approves (its /.well-known/issuers.json)
  --proof FILE  log proof (.tlog-proof) of a JSON file
  --status-list FILE
                signed list of revoked certificates, which must still be valid
  --offline     contact no other host
  --accept-unknown-revocation
                a file may be genuine although its revocation could not be checked
  --json        print the report as JSON

A file is genuine only if a log key, an issuer or a list is given; a policy names logs and witnesses, but no issuer.
A file of a log that was closed is followed back from the log that continues it. Exits 0 when the file is genuine, 1 when it is not, 2 when it could not be checked.`;

const EXIT_GENUINE = 0;
const EXIT_REFUSED = 1;
export const EXIT_UNCHECKED = 2;
const UNCHECKED: readonly Verdict[] = ['unknown', 'unreadable'];
const MARKS = { true: 'yes', false: 'NO ', null: ' - ' };

type Print = (line: string) => void;

/** Prints the first lines, with the signer before the name that the file claims. */
function printHeadline(report: Report, print: Print) {
  const { certificate, issuer } = report;
  const signer = issuer && (issuer.domain ?? issuer.did);
  const claims = isClaim(report);
  if (certificate) {
    const { issuer: name, issueDate, expiryDate, fields = {} } = certificate;
    print(`${claims ? 'The file claims: ' : ''}${describeAchievements(certificate)}`);
    print(`${claims ? 'It claims to be ' : ''}issued by ${signer ?? 'nobody'}, under the name “${name}”`);
    print(`on ${issueDate}${expiryDate ? `, until ${expiryDate}` : ''}`);
    for (const field of Object.values(fields)) print(`  ${field.name}: ${describeValue(field.value)}`);
    print('');
  } else if (signer) {
    print(`${claims ? 'It claims to be ' : ''}issued by ${signer}`);
    print('');
  }
}

function printReport(report: Report, printLine: Print) {
  // A checked file may contain control characters, which the terminal would interpret.
  const print = (line: string) => printLine(printable(line));
  const { verdict, checks, reason } = report;
  printHeadline(report, print);
  for (const { id, passed, message } of checks) {
    print(`${MARKS[`${passed}`]}  ${id.padEnd(10)} ${message}`);
  }
  print('');
  if (reason) {
    print(reason);
    print('');
  }
  print(verdict);
}

function readBounded(path: string): Buffer {
  if (statSync(path).size > MAX_FILE_BYTES) throw new Error(`${path} is larger than 10 MB.`);
  return readFileSync(path);
}

async function openTrustList(path: string, isOffline: boolean): Promise<TrustList> {
  try {
    const list = await readTrustList(readBounded(path));
    if (!isOffline) await requireKeyOfSite(list, Date.now());
    return list;
  } catch (error) {
    throw new Error(`--trust ${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

function readJson(option: string, path: string): JsonObject {
  const object = parseJsonObject(readBounded(path), MAX_FILE_BYTES);
  if (typeof object === 'string') throw new Error(`${option} ${path}: ${object}`);
  return object;
}

const isDid = (text: string) => text.startsWith('did:');

/** @throws Error that names the option */
function readPolicy(path: string, keys: string[]): Policy {
  if (keys.length > 0) throw new Error('--policy replaces --key: give one of them');
  try {
    return parsePolicy(readBounded(path).toString('utf8'));
  } catch (error) {
    throw new Error(`--policy ${path}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

function readKey(text: string): VerifierKey {
  const key = parseVerifierKey(text);
  if (!key) throw new Error('--key: is not a verification key of a log');
  return key;
}

/**
 * `npm run verify -- FILE` with the options of `USAGE`: prints each check and the verdict.
 * @param args arguments after the command's name
 * @returns the exit code
 * @throws Error when a file cannot be read or the arguments are wrong
 */
export async function verifyCommand(args: string[], print: Print): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      key: { type: 'string', multiple: true, default: [] },
      policy: { type: 'string' },
      did: { type: 'string', multiple: true, default: [] },
      proof: { type: 'string' },
      trust: { type: 'string' },
      'status-list': { type: 'string', multiple: true, default: [] },
      offline: { type: 'boolean', default: false },
      'accept-unknown-revocation': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    print(USAGE);
    return 0;
  }
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new Error(USAGE);
  const list = values.trust === undefined ? null : await openTrustList(values.trust, values.offline);
  const pins = {
    logKeys: values.key.map(readKey),
    policy: values.policy === undefined ? null : readPolicy(values.policy, values.key),
    dids: values.did.filter(isDid),
    documents: values.did.filter((did) => !isDid(did)).map((path) => readJson('--did', path)),
    list,
    isOffline: values.offline,
    statusLists: values['status-list'].map((list) => readJson('--status-list', list)),
    acceptsUnknownRevocation: values['accept-unknown-revocation'],
  };
  const proof = values.proof === undefined ? undefined : readBounded(values.proof).toString('utf8');
  const report = await authenticate(readBounded(path), trustOf(pins, Date.now()), proof);
  if (values.json) print(printableJson(JSON.stringify(report)));
  else printReport(report, print);
  if (report.verdict === 'genuine') return EXIT_GENUINE;
  return UNCHECKED.includes(report.verdict) ? EXIT_UNCHECKED : EXIT_REFUSED;
}
