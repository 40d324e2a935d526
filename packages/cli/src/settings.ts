import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

export type Settings = { url: string; token: string };

/** A mistake in how the command was called. */
export class UsageError extends Error {}

const fileOf = () =>
  join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'certrace', 'settings.json');

function stored(): Partial<Settings> {
  try {
    return JSON.parse(readFileSync(fileOf(), 'utf8'));
  } catch {
    return {};
  }
}

/** The site and the token, from the environment or as login kept them. @throws UsageError without them */
export function readSettings(): Settings {
  const { url, token } = stored();
  const settings = { url: process.env.CERTRACE_URL ?? url, token: process.env.CERTRACE_TOKEN ?? token };
  if (!settings.url || !settings.token) {
    throw new UsageError(
      'There is no login yet. Run certrace login, or set CERTRACE_URL and CERTRACE_TOKEN.',
    );
  }
  return { url: settings.url, token: settings.token };
}

/** Keeps the site and the token in a file that only this user can read. */
export function keepSettings(settings: Settings) {
  const file = fileOf();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}
