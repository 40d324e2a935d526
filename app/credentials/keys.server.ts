import { hkdfSync } from 'node:crypto';
import { didKeyMethod, privateKeyFromSeed, publicKeyOf, toMultikey } from '@certrace/verify';
import type { SigningKey } from './sign-document.server.ts';

/** A key of 32 bytes for one purpose out of the master key (RFC 5869). */
const deriveSeed = (masterKey: Uint8Array, purpose: string) =>
  Buffer.from(hkdfSync('sha256', masterKey, 'certrace', purpose, 32));

/** The log's private key for one origin. */
export const logPrivateKey = (masterKey: Uint8Array, origin: string) =>
  privateKeyFromSeed(deriveSeed(masterKey, `log ${origin}`));

/** The private key of an issuer, or of the installation (`issuerId` null), in one version. */
export const issuerPrivateKey = (masterKey: Uint8Array, issuerId: string | null, version: number) =>
  privateKeyFromSeed(deriveSeed(masterKey, `credentials ${issuerId ?? 'installation'} ${version}`));

/** A host as it stands in a did:web: its port's colon is encoded. */
const didWebHost = (appUrl: string) => new URL(appUrl).host.replace(':', '%3A');

/** Whether DIDs under this public origin are did:web: others must be able to fetch their documents. */
export const usesDidWeb = (appUrl: string) => appUrl.startsWith('https:');

/** The did:web of an issuer, or of the installation. */
export const didWeb = (appUrl: string, issuerId: string | null) =>
  `did:web:${didWebHost(appUrl)}${issuerId === null ? '' : `:issuers:${issuerId}`}`;

/** A key under its DID: a did:web when APP_URL is https, else the did:key that it is itself. */
export function signingKey(
  masterKey: Uint8Array,
  appUrl: string,
  issuerId: string | null,
  version: number,
): SigningKey & { multikey: string } {
  const privateKey = issuerPrivateKey(masterKey, issuerId, version);
  const multikey = toMultikey(publicKeyOf(privateKey));
  if (!usesDidWeb(appUrl)) {
    const did = `did:key:${multikey}`;
    return { did, verificationMethod: didKeyMethod(did), privateKey, multikey };
  }
  const did = didWeb(appUrl, issuerId);
  return { did, verificationMethod: `${did}#${multikey}`, privateKey, multikey };
}
