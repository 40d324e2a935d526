import { z } from 'zod';
import { readOwnCookie, serializeCookie } from './cookies.server.ts';

const FLASH = 'certrace_flash';
const LIFE_S = 60;
const MAX_LENGTH = 2_000;

const flashSchema = z.object({
  kind: z.enum(['success', 'error', 'info']),
  message: z.string().min(1).max(500),
  detail: z.string().max(500).optional(),
});

/** A toast for the page that a redirect leads to. */
export type Flash = z.infer<typeof flashSchema>;

/** The Set-Cookie header that carries a toast over one redirect. */
export const flashCookie = (flash: Flash) =>
  serializeCookie(FLASH, Buffer.from(JSON.stringify(flash)).toString('base64url'), LIFE_S);

/** The toast that a request carries, or null: what does not read as one is none. */
export function readFlash(request: Request): Flash | null {
  const value = readOwnCookie(request, FLASH);
  if (!value || value.length > MAX_LENGTH) return null;
  try {
    return flashSchema.parse(JSON.parse(Buffer.from(value, 'base64url').toString()));
  } catch {
    return null;
  }
}

/** Whether a request carries a flash cookie at all, readable or not. */
export const hasFlash = (request: Request) => readOwnCookie(request, FLASH) !== null;

/** The Set-Cookie header that ends it once it was read. */
export const endedFlashCookie = () => serializeCookie(FLASH, '', 0);
