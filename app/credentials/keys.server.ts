import { didKeyMethod, publicKeyOf, toMultikey } from '@certrace/verify';
import { derivePrivateKey } from '#app/log/key-folder.server.ts';
import type { SigningKey } from './sign-document.server.ts';

/** The private key of an issuer, or of the installation (`issuerId` null), in one version. */
const issuerPrivateKey = (masterKey: Uint8Array, issuerId: string | null, version: number) =>
  derivePrivateKey(masterKey, `credentials ${issuerId ?? 'installation'} ${version}`);

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
