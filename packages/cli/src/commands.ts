import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Certrace, CertraceEvent } from '@certrace/client';
import { CertraceError, createCertrace, events, unwrap } from '@certrace/client';
import { verifyCommand } from '@certrace/verify';
import { keepSettings, parseUrl, readSettings, UsageError } from './settings.ts';
import { type CommandName, completionOf } from './usage.ts';

/** Where a command writes: results to standard output, progress to standard error. */
export type Output = {
  print: (line: string) => void;
  progress: (line: string) => void;
  endProgress: () => void;
  json: boolean;
};

type Run = (args: string[], output: Output) => Promise<number>;

const STRING = { type: 'string' } as const;
const BOOLEAN = { type: 'boolean' } as const;

const client = (): { certrace: Certrace; url: string; token: string } => {
  const { url, token } = readSettings();
  return { certrace: createCertrace({ url, token }), url, token };
};

/** Prints a text of the command itself, which has several lines. */
export function printLines({ print }: Output, text: string) {
  for (const line of text.split('\n')) print(line);
}

/** Prints a result as JSON, or as the line for people. */
const show = ({ print, json }: Output, result: unknown, line: string) =>
  print(json ? JSON.stringify(result) : line);

const required = (value: string | undefined, option: string): string => {
  if (!value) throw new UsageError(`${option} is missing.`);
  return value;
};

const only = (positionals: string[], what: string): string => {
  const [first] = positionals;
  if (first === undefined || positionals.length > 1) throw new UsageError(`Give one ${what}.`);
  return first;
};

/** Reads a token, which no list of processes shows then. */
async function readToken(): Promise<string> {
  const input = createInterface({ input: process.stdin });
  if (process.stdin.isTTY) process.stderr.write('Paste the token: ');
  for await (const line of input) {
    input.close();
    return line.trim();
  }
  return '';
}

const login: Run = async (args, output) => {
  const { values } = parseArgs({ args, options: { url: STRING, token: STRING } });
  const url = parseUrl(required(values.url ?? process.env.CERTRACE_URL, '--url'), '--url');
  const { CERTRACE_URL, CERTRACE_TOKEN } = process.env;
  // CERTRACE_TOKEN belongs to the site in CERTRACE_URL.
  const isSame = !CERTRACE_URL || parseUrl(CERTRACE_URL, 'CERTRACE_URL') === url;
  const known = values.token ?? (isSame ? CERTRACE_TOKEN : undefined);
  const token = required(known ?? (await readToken()), '--token');
  // Every token may list tokens.
  unwrap(await createCertrace({ url, token }).GET('/tokens', { params: { query: { limit: 1 } } }));
  keepSettings({ url, token });
  show(output, { url }, `You are logged in to ${url}.`);
  return 0;
};

const today = () => new Date().toISOString().slice(0, 10);

const issue: Run = async (args, output) => {
  const { values } = parseArgs({
    args,
    options: {
      email: STRING,
      name: STRING,
      course: STRING,
      date: STRING,
      expires: STRING,
      'allow-duplicate': BOOLEAN,
      hold: STRING,
    },
  });
  const body = {
    studentEmail: required(values.email, '--email'),
    studentName: required(values.name, '--name'),
    courseName: required(values.course, '--course'),
    issueDate: values.date ?? today(),
    ...(values.expires && { expiryDate: values.expires }),
    ...(values['allow-duplicate'] && { allowDuplicate: true }),
    ...(values.hold !== undefined && { holdMinutes: Number(values.hold) }),
  };
  const { certificate } = unwrap(await client().certrace.POST('/certs/issue', { body }));
  show(output, certificate, certificate.uniqueId);
  return 0;
};

const POLL_MS = 500;

/** The states of a batch until it ends, or until its certificates wait for their time. */
async function* progressOf(certrace: Certrace, batchId: string) {
  for (;;) {
    const { batch } = unwrap(
      await certrace.GET('/certs/batches/{batchId}', { params: { path: { batchId } } }),
    );
    yield batch;
    if (['done', 'cancelled', 'scheduled'].includes(batch.status)) return;
    await wait(POLL_MS);
  }
}

const batch: Run = async (args, output) => {
  const { positionals } = parseArgs({ args, options: {}, allowPositionals: true });
  const csv = readFileSync(only(positionals, 'CSV file'), 'utf8');
  const { certrace } = client();
  const made = unwrap(
    await certrace.POST('/certs/batches', {
      body: csv,
      bodySerializer: String,
      headers: { 'Content-Type': 'text/csv' },
    }),
  );
  let last = made.batch;
  let shown = '';
  for await (const state of progressOf(certrace, made.batch._id)) {
    last = state;
    const line = `${state.issued} of ${state.total} issued`;
    if (line !== shown) output.progress(line);
    shown = line;
  }
  output.endProgress();
  const { issued, total, failed, status, _id } = last;
  const isScheduled = status === 'scheduled';
  const certificates = isScheduled
    ? `${total - failed - issued} certificates are scheduled`
    : `${issued} certificates were issued`;
  show(output, last, `${certificates} in batch ${_id}${failed ? `, and ${failed} rows failed` : ''}.`);
  return (status === 'done' || isScheduled) && failed === 0 ? 0 : 1;
};

const verify: Run = (args, { print, json }) =>
  verifyCommand([...args, '--offline', ...(json ? ['--json'] : [])], print);

/** As it is printed, or without hyphens. */
const ID = /^[0-9A-Z]{4}(?:-?[0-9A-Z]{4}){3}$/;
const FORMATS = ['pdf', 'png', 'json'];

const download: Run = async (args, output) => {
  const { values, positionals } = parseArgs({
    args,
    options: { format: { ...STRING, default: 'pdf' }, output: STRING },
    allowPositionals: true,
  });
  const id = only(positionals, 'ID').toUpperCase();
  // It becomes the name of a file.
  if (!ID.test(id)) throw new UsageError('An ID is like 7K3M-9QZX-2HVB-4TND.');
  const { format } = values;
  if (!FORMATS.includes(format)) throw new UsageError(`--format is one of ${FORMATS.join(', ')}.`);
  const { url, token } = client();
  const response = await fetch(`${url}/certificates/${encodeURIComponent(id)}.${format}`, {
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
  });
  if (!response.ok) {
    throw new CertraceError(response.status, { message: (await response.text()).trim().slice(0, 500) });
  }
  const file = values.output ?? `${id}.${format}`;
  const bytes = Buffer.from(await response.arrayBuffer());
  writeFileSync(file, bytes);
  show(output, { file, bytes: bytes.length }, file);
  return 0;
};

const printEvents: Run = async (args, output) => {
  const { values } = parseArgs({ args, options: { follow: BOOLEAN, types: STRING, after: STRING } });
  const { follow = false, after, types } = values;
  // The site says which types it has.
  const named = types?.split(',') as CertraceEvent['type'][] | undefined;
  for await (const event of events(client().certrace, { follow, after, types: named })) {
    show(output, event, `${event.createdAt}  ${event.type}  ${event.id}`);
  }
  return 0;
};

const completion: Run = async (args, output) => {
  const shell = only(args, 'shell: bash or zsh');
  if (shell !== 'bash' && shell !== 'zsh') throw new UsageError('Give the shell: bash or zsh.');
  const script = completionOf(shell);
  if (output.json) output.print(JSON.stringify({ script }));
  else printLines(output, script);
  return 0;
};

export const RUNS: Record<CommandName, Run> = {
  login,
  issue,
  batch,
  verify,
  download,
  events: printEvents,
  completion,
};
