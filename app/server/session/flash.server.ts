import { z } from 'zod';
import { readOwnCookie, serializeCookie } from './context.server.ts';

const FLASH = 'certrace_flash';
const LIFE_S = 60;
const MAX_LENGTH = 3_000;

const flashSchema = z.object({
  kind: z.enum(['success', 'error', 'info']),
  message: z.string().min(1).max(500),
  detail: z.string().max(500).optional(),
  position: z.enum(['top-center', 'bottom-right']).optional(),
  durationMs: z.number().int().positive().optional(),
  /** The address that mail was just sent to. It is in the cookie so that it is in no URL. */
  mailedTo: z.string().max(254).optional(),
  /** The page that set the toast and redirects after a delay. Revalidating that page must not consume the toast. */
  from: z.string().max(500).optional(),
});

/** A toast for the page after a redirect. */
export type Flash = z.infer<typeof flashSchema>;

/** The Set-Cookie header that keeps a toast for the next page. */
export const flashCookie = (flash: Flash) =>
  serializeCookie(FLASH, Buffer.from(JSON.stringify(flash)).toString('base64url'), LIFE_S);

/** Whether a request has a flash cookie, valid or not. */
export const hasFlash = (request: Request) => readOwnCookie(request, FLASH) !== null;

function parseFlash(value: string): Flash | null {
  if (value.length > MAX_LENGTH) return null;
  try {
    return flashSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
  } catch {
    return null;
  }
}

/**
 * The flash to show on this page, and the Set-Cookie header that deletes it. A prefetch does not consume the flash, because its
 * page may never be shown.
 */
export function takeFlash(
  request: Request,
  pathname: string,
): { flash: Omit<Flash, 'from'> | null; headers: Record<string, string> } {
  const value = readOwnCookie(request, FLASH);
  const prefetched = /\bprefetch\b/.test(request.headers.get('sec-purpose') ?? '');
  if (value === null || prefetched) return { flash: null, headers: {} };
  const parsed = parseFlash(value);
  if (parsed?.from === pathname) return { flash: null, headers: {} };
  const headers = { 'Set-Cookie': serializeCookie(FLASH, '', 0) };
  if (!parsed) return { flash: null, headers };
  const { from: _, ...flash } = parsed;
  return { flash, headers };
}
