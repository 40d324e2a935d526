import { z } from 'zod';
import { readOwnCookie, serializeCookie } from './cookies.server.ts';

const FLASH = 'certrace_flash';
const LIFE_S = 60;
const MAX_LENGTH = 3_000;

const flashSchema = z.object({
  kind: z.enum(['success', 'error', 'info']),
  message: z.string().min(1).max(500),
  detail: z.string().max(500).optional(),
  position: z.enum(['top-center', 'bottom-right']).optional(),
  durationMs: z.number().int().positive().optional(),
  /** The address that a mail was just sent to. It travels in this cookie, so it appears in no URL. */
  mailedTo: z.string().max(254).optional(),
  /** The page that set it and leads on after a moment: reloading that page's data must not use the toast up. */
  from: z.string().max(500).optional(),
});

/** A toast for the page that a redirect leads to. */
export type Flash = z.infer<typeof flashSchema>;

/** The Set-Cookie header that carries a toast over one redirect. */
export const flashCookie = (flash: Flash) =>
  serializeCookie(FLASH, Buffer.from(JSON.stringify(flash)).toString('base64url'), LIFE_S);

/** Whether a request carries a flash, readable or not. */
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
 * The flash that this page is to show, and the Set-Cookie header that ends it. A prefetched page leaves the flash alone,
 * because it may never be shown.
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
