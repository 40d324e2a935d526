// The script of the page that checks files without any connection.

import type { Pins, Report } from './index.ts';
import {
  authenticate,
  describeAchievements,
  describeValue,
  isClaim,
  offlineTrust,
  parseJsonObject,
  parsePolicy,
  parseVerifierKey,
  readTrustList,
} from './index.ts';

const MAX_JSON = 10 * 1_048_576;
const RESULTS = { true: 'Passed', false: 'Failed', null: 'Not checked' };

const find = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;

function element(name: string, text: string, data: Record<string, string> = {}): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  Object.assign(made.dataset, data);
  return made;
}

const words = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;

const filesIn = (id: string): Promise<Uint8Array[]> =>
  Promise.all(
    [...(find<HTMLInputElement>(id).files ?? [])].map(
      async (file) => new Uint8Array(await file.arrayBuffer()),
    ),
  );

/** The lines of a text field, without empty ones. */
const linesIn = (id: string) =>
  find<HTMLTextAreaElement>(id)
    .value.split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const faultIn = (id: string, message: string) =>
  new Error(`${document.querySelector(`label[for=${id}]`)?.textContent}: ${message}`);

const objectsIn = async (id: string) =>
  (await filesIn(id)).map((bytes) => {
    const object = parseJsonObject(bytes, MAX_JSON);
    if (typeof object === 'string') throw faultIn(id, object);
    return object;
  });

/** The policy in its field, which replaces the log keys. */
async function readPolicy(hasKeys: boolean) {
  const [file] = await filesIn('policy');
  if (!file) return null;
  if (hasKeys) throw faultIn('policy', 'it replaces the log key. Give one of them.');
  try {
    return parsePolicy(new TextDecoder().decode(file));
  } catch (error) {
    throw faultIn('policy', error instanceof Error ? error.message : String(error));
  }
}

/** Reads the pins from the form. @throws Error that names the field with the fault */
async function readPins(): Promise<Pins> {
  const logKeys = linesIn('key').map((line) => {
    const key = parseVerifierKey(line);
    if (!key) throw faultIn('key', 'this is not a verification key of a log.');
    return key;
  });
  const dids = linesIn('did');
  if (!dids.every((did) => did.startsWith('did:'))) throw faultIn('did', 'a DID begins with did:.');
  const [trust] = await filesIn('trust');
  const list = trust
    ? await readTrustList(trust).catch((error: Error) => {
        throw faultIn('trust', error.message);
      })
    : null;
  return {
    logKeys,
    policy: await readPolicy(logKeys.length > 0),
    dids,
    documents: await objectsIn('documents'),
    list,
    statusLists: await objectsIn('status'),
    acceptsUnknownRevocation: find<HTMLInputElement>('accept').checked,
  };
}

function show(...children: HTMLElement[]) {
  find('result').replaceChildren(...children);
  find('result').focus();
}

function showReport(report: Report) {
  const { verdict, checks, reason, issuer, certificate } = report;
  const rows = element('ul', '');
  for (const { id, passed, message } of checks) {
    const row = element('li', '', { passed: `${passed}` });
    row.append(element('strong', `${words(id)}: ${RESULTS[`${passed}`]}`), element('span', message));
    rows.append(row);
  }
  const fields = element('ul', '');
  for (const { name, value } of Object.values(certificate?.fields ?? {})) {
    fields.append(element('li', `${name}: ${describeValue(value)}`));
  }
  const claims = certificate
    ? [
        element(
          'p',
          `${isClaim(report) ? 'It claims to be issued' : 'Issued'} by ${issuer?.domain ?? issuer?.did ?? 'nobody'}, under the name “${certificate.issuer}”.`,
        ),
        element(
          'p',
          `The file ${isClaim(report) ? 'claims' : 'says'}: ${describeAchievements(certificate)}, on ${certificate.issueDate}.`,
        ),
        ...(certificate.fields ? [fields] : []),
      ]
    : [];
  find('result').dataset.verdict = verdict;
  const reasons = reason ? [element('p', reason)] : [];
  show(element('h2', words(verdict)), ...reasons, ...claims, rows);
}

async function check() {
  try {
    const [[file], [proof]] = [await filesIn('file'), await filesIn('proof')];
    if (!file) return;
    const trust = offlineTrust(await readPins(), Date.now());
    showReport(await authenticate(file, trust, proof ? new TextDecoder().decode(proof) : undefined));
  } catch (error) {
    show(element('p', error instanceof Error ? error.message : String(error), { passed: 'false' }));
  }
}

let running = Promise.resolve();

/** Checks after the check that is running. */
function start() {
  delete find('result').dataset.verdict;
  find('result').replaceChildren(element('p', 'Checking…'));
  running = running.then(check);
}

find<HTMLFormElement>('form').addEventListener('submit', (event) => {
  event.preventDefault();
  start();
});
// A file that is dropped beside a field would replace the page.
const isBesideField = ({ target, dataTransfer }: DragEvent) =>
  dataTransfer?.types.includes('Files') && !(target instanceof HTMLInputElement && target.type === 'file');
addEventListener('dragover', (event) => {
  if (isBesideField(event)) event.preventDefault();
});
addEventListener('drop', (event) => {
  if (!isBesideField(event)) return;
  event.preventDefault();
  const files = event.dataTransfer?.files;
  if (!files?.length) return;
  find<HTMLInputElement>('file').files = files;
  start();
});
