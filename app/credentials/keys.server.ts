import { didKeyMethod, publicKeyOf, toMultikey } from '@certrace/verify';
import { derivePrivateKey } from '#app/log/key-folder.server.ts';
import type { SigningKey } from './sign-document.server.ts';

/** Derives a version of an issuer's private key, or the installation's if `issuerId` is null. */
const issuerPrivateKey = (masterKey: Uint8Array, issuerId: string | null, version: number) =>
  derivePrivateKey(masterKey, `credentials ${issuerId ?? 'installation'} ${version}`);

/** A host in did:web syntax, where the port's colon is encoded. */
const didWebHost = (appUrl: string) => new URL(appUrl).host.replace(':', '%3A');

/** Whether DIDs of this origin are did:web. Their documents must be public, so this requires https. */
export const usesDidWeb = (appUrl: string) => appUrl.startsWith('https:');

/** The did:web of an issuer, or of the installation. */
export const didWeb = (appUrl: string, issuerId: string | null) =>
  `did:web:${didWebHost(appUrl)}${issuerId === null ? '' : `:issuers:${issuerId}`}`;

/** A key with its DID: did:web when APP_URL is https, or else did:key. */
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
