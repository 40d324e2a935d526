import { readFileSync } from 'node:fs';

/** With `--help`, prints the comment at the start of a script, which describes its command, and ends the process. */
export function answerHelp(script = process.argv[1] ?? '') {
  if (!process.argv.includes('--help')) return;
  const [, comment = ''] = /\/\*\*([\s\S]*?)\*\//.exec(readFileSync(script, 'utf8')) ?? [];
  console.log(
    comment
      .replace(/^[ \t]*\* ?/gm, '')
      .replaceAll('`', '')
      .trim(),
  );
  process.exit(0);
}
