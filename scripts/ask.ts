import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { requirePassphrase } from '#app/operations/sealed-keys.server.ts';

/** Asks for a secret without echoing it. */
export async function ask(question: string): Promise<string> {
  process.stdout.write(question);
  const terminal = createInterface({
    input: process.stdin,
    // Where readline would echo the typed characters.
    output: new Writable({ write: (_chunk, _encoding, done) => done() }),
    terminal: process.stdin.isTTY,
  });
  const answer = await Promise.race([
    terminal.question(''),
    new Promise<string>((resolve) => terminal.once('close', () => resolve(''))),
  ]);
  terminal.close();
  process.stdout.write('\n');
  return answer;
}

/** The passphrase for the keys in a backup. @throws AppError invalid when it is too short */
export const askPassphrase = async () =>
  requirePassphrase(process.env.BACKUP_PASSPHRASE ?? (await ask('Passphrase for the keys: ')));
