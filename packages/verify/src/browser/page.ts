// The script of the page that checks files without any connection.

import {
  authenticate,
  type OfflinePins,
  offlineTrust,
  parseJsonObject,
  parseVerifierKey,
  type Report,
  readTrustList,
} from './index.ts';

const MAX_STATUS_LIST = 1_048_576;
const RESULTS = { true: 'Passed', false: 'Failed', null: 'Not checked' };

const find = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;

function element(name: string, text: string, data: Record<string, string> = {}): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  Object.assign(made.dataset, data);
  return made;
}

const words = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`;

async function fileIn(id: string): Promise<Uint8Array | null> {
  const file = find<HTMLInputElement>(id).files?.[0];
  return file ? new Uint8Array(await file.arrayBuffer()) : null;
}

const textIn = (id: string) => find<HTMLInputElement>(id).value.trim();

/** What the fields pin. @throws Error that names the field with the fault */
async function readPins(): Promise<OfflinePins> {
  const [key, did] = [textIn('key'), textIn('did')];
  const [listFile, statusFile] = [await fileIn('issuers'), await fileIn('status')];
  const logKey = key === '' ? null : parseVerifierKey(key);
  if (key !== '' && !logKey) throw new Error('Log key: this is not a verification key of a log.');
  if (did !== '' && !did.startsWith('did:')) throw new Error('DID: a DID begins with did:.');
  const list = listFile
    ? await readTrustList(listFile).catch((error: Error) => {
        throw new Error(`List of issuers: ${error.message}`);
      })
    : null;
  const statusList = statusFile && parseJsonObject(statusFile, MAX_STATUS_LIST);
  if (typeof statusList === 'string') throw new Error(`Status list: ${statusList}`);
  return { logKey, did: did === '' ? null : did, list, statusList };
}

function show(...children: HTMLElement[]) {
  find('result').replaceChildren(...children);
  find('result').focus();
}

function showReport({ verdict, checks, reason, issuer, certificate }: Report) {
  const rows = element('ul', '');
  for (const { id, passed, message } of checks) {
    rows.append(element('li', `${words(id)}: ${RESULTS[`${passed}`]}. ${message}`, { passed: `${passed}` }));
  }
  const claims = certificate
    ? [
        element(
          'p',
          `Issued by ${issuer?.domain ?? issuer?.did ?? 'nobody'}, under the name “${certificate.issuer}”.`,
        ),
        element(
          'p',
          `The file says: ${certificate.courseName}, for ${certificate.studentName}, on ${certificate.issueDate}.`,
        ),
      ]
    : [];
  find('result').dataset.verdict = verdict;
  const reasons = reason ? [element('p', reason)] : [];
  show(element('h2', words(verdict)), ...reasons, ...claims, rows);
}

async function check() {
  try {
    const file = await fileIn('file');
    if (!file) return;
    const [trust, proof] = [offlineTrust(await readPins(), Date.now()), await fileIn('proof')];
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
// A file that is dropped anywhere else would replace the page.
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  const files = event.dataTransfer?.files;
  if (!files?.length) return;
  find<HTMLInputElement>('file').files = files;
  start();
});
