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
  const kept = stored();
  const address = process.env.CERTRACE_URL ?? kept.url;
  const url = address && parseUrl(address, 'CERTRACE_URL');
  // A token that was kept is for the site that gave it, and no other site gets it.
  const token = process.env.CERTRACE_TOKEN ?? (url === kept.url ? kept.token : undefined);
  if (!url || !token) {
    const site = url ? ` to ${url}` : '';
    throw new UsageError(
      `There is no login${site} yet. Run certrace login, or set CERTRACE_URL and CERTRACE_TOKEN.`,
    );
  }
  return { url, token };
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** @throws UsageError for an invalid address, and for one to which a token would travel unencrypted */
export function parseUrl(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!url || !isSafe) throw new UsageError(`${option} is not an address like https://certs.example.org.`);
  return url.origin;
}

/** Keeps the site and the token in a file that only this user can read. */
export function keepSettings(settings: Settings) {
  const file = fileOf();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}
