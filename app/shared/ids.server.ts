import { createSecretKey, hash, hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { env } from '#app/config/env.server.ts';
import { now } from './clock.server.ts';

let pool = Buffer.alloc(0);

/** Random bytes from a pool, because a system call for every few bytes takes ten times as long. Each byte is used once. */
export function fewRandomBytes(count: number): Buffer {
  if (pool.length < count) pool = randomBytes(4_096);
  const bytes = pool.subarray(0, count);
  pool = pool.subarray(count);
  return bytes;
}

/** A row's public ID: a UUID of version 7 (RFC 9562 section 5.7), so that a table's IDs are ordered by time. */
export function newId(): string {
  const bytes = fewRandomBytes(16);
  bytes.writeUIntBE(now(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A bearer secret: 256 random bits as base64url (43 characters). Only its hash is ever stored. */
export const newToken = () => fewRandomBytes(32).toString('base64url');

/** The stored form of a token: the hex SHA-256 of its characters. */
export const hashToken = (token: string) => hash('sha256', token, 'hex');

/** Whether a string has the form of a token. Others need no query. */
export const isTokenShaped = (value: string) => /^[\w-]{43}$/.test(value);

const derived = new Map<string, KeyObject>();
let derivedFrom: string | undefined;

/** A key for one purpose, derived from SESSION_SECRET (RFC 5869). */
export function deriveKey(purpose: string): KeyObject {
  if (derivedFrom !== env().SESSION_SECRET) {
    derived.clear();
    derivedFrom = env().SESSION_SECRET;
  }
  let key = derived.get(purpose);
  if (!key) {
    key = createSecretKey(Buffer.from(hkdfSync('sha256', env().SESSION_SECRET, 'certrace', purpose, 32)));
    derived.set(purpose, key);
  }
  return key;
}

/** Compares two strings in constant time for their lengths. */
export function equalInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
