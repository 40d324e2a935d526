import { randomBytes } from 'node:crypto';
import { SALT_BYTES, type SaltedDigest, saltedDigest } from '@certrace/verify';
import { inReadersLanguage } from '#app/shared/worker-thread.server.ts';
import { type Badge, signBadgeHere } from './badge.server.ts';
import type { SigningKey } from './sign-document.server.ts';

export type SignTask = { badge: Badge; key: SigningKey; created: string };
/** A signed credential, and its digest for the log. */
export type SignedBadge = { bytes: Uint8Array; digest: SaltedDigest };

/** Runs in a worker thread, because signing takes as long as the rest of issuing a certificate. */
function signInThread(tasks: SignTask[]): SignedBadge[] {
  const salts = randomBytes(SALT_BYTES * tasks.length);
  return tasks.map(({ badge, key, created }, index) => {
    const bytes = signBadgeHere(badge, key, created);
    const salt = salts.subarray(index * SALT_BYTES, (index + 1) * SALT_BYTES);
    return { bytes, digest: saltedDigest(salt, bytes) };
  });
}

export default inReadersLanguage(signInThread);
