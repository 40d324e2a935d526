#!/usr/bin/env node
import { CertraceError, type components } from '@certrace/client';
import { printable, printableJson } from '@certrace/verify';
import { type Output, printLines, RUNS } from './commands.ts';
import { UsageError } from './settings.ts';
import { helpOf, isCommand } from './usage.ts';

const REFUSED = 1;
const USAGE = 2;
const NO_ANSWER = 3;

const isHelp = (arg: string) => arg === '--help' || arg === '-h';

/** Runs a command. @returns the exit code */
async function run([name, ...rest]: string[], output: Output): Promise<number> {
  if (name === undefined || isHelp(name) || name === 'help') {
    printLines(output, helpOf(isCommand(rest[0]) ? rest[0] : undefined));
    return name === undefined ? USAGE : 0;
  }
  if (!isCommand(name)) throw new UsageError(`There is no command ${name}. certrace --help lists all.`);
  if (rest.some(isHelp)) {
    printLines(output, helpOf(name));
    return 0;
  }
  return RUNS[name](rest, output);
}

const fieldsOf = (errors: Record<string, string[]>) =>
  Object.entries(errors).map(([field, messages]) => `${field}: ${messages.join(' ')}`);

/** The lines that tell why a command failed, and its exit code. */
function explain(error: unknown): [lines: string[], code: number] {
  if (error instanceof CertraceError) {
    // Of a batch.
    const rows = (error.body.rows ?? []) as components['schemas']['BatchError']['rows'] & object;
    const lines = rows.flatMap(({ line, errors }) => fieldsOf(errors).map((text) => `line ${line}: ${text}`));
    // The pages that serve files answer without one.
    const code = error.body.code ? ` (${error.code})` : '';
    return [[`${error.message}${code}`, ...fieldsOf(error.errors), ...lines], REFUSED];
  }
  if (error instanceof UsageError) return [[error.message], USAGE];
  // fetch throws this without a connection, for a connection that ends early, and for an answer that is not
  // JSON.
  if (error instanceof TypeError && /^(?:fetch failed|terminated)$/.test(error.message))
    return [['The site did not answer.'], NO_ANSWER];
  if (error instanceof SyntaxError) return [['What answered is not a site of Certrace.'], NO_ANSWER];
  return [(error instanceof Error ? error.message : String(error)).split('\n'), USAGE];
}

const args = process.argv.slice(2);
const json = args.includes('--json');
const { stdout, stderr } = process;
/** A site's output is escaped: its texts could move the cursor, or hide and reorder text. */
const shown = json ? printableJson : printable;
const output: Output = {
  json,
  print: (line) => stdout.write(`${shown(line)}\n`),
  progress: (line) => {
    if (!json) stderr.write(stderr.isTTY ? `\r${shown(line)}\u001b[K` : `${shown(line)}\n`);
  },
  endProgress: () => {
    if (!json && stderr.isTTY) stderr.write('\n');
  },
};
// The program that reads the output, such as head, has read enough.
stdout.on('error', () => process.exit(0));

try {
  process.exitCode = await run(
    args.filter((arg) => arg !== '--json'),
    output,
  );
} catch (error) {
  const [lines, code] = explain(error);
  if (json) {
    const body = error instanceof CertraceError ? error.body : { message: lines[0] };
    stderr.write(`${shown(JSON.stringify(body))}\n`);
  } else stderr.write(`${lines.map(shown).join('\n')}\n`);
  process.exitCode = code;
}
