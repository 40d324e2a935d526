import { createInterface } from 'node:readline/promises';

/** Asks for a secret without echoing it. */
export async function ask(question: string): Promise<string> {
  const terminal = createInterface({
    input: process.stdin,
    output: process.stdout,
    terminal: process.stdin.isTTY,
  });
  process.stdout.write(question);
  // Stops readline from echoing the typed characters. The question is already printed.
  (terminal as unknown as { _writeToOutput: () => void })._writeToOutput = () => {};
  const [answer] = await Promise.race([
    terminal.question('').then((line) => [line]),
    new Promise<string[]>((resolve) => terminal.once('close', () => resolve(['']))),
  ]);
  terminal.close();
  process.stdout.write('\n');
  return answer ?? '';
}
