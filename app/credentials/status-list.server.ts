import { CREDENTIALS_CONTEXT, encodeStatusList, type JsonObject } from '@certrace/verify';
import { iri, literal, type Quad } from './canonical-quads.server.ts';
import { type SigningKey, signDocument } from './sign-document.server.ts';
import { credentials, DATE_TIME, MULTIBASE, status, TYPE } from './vocabulary.ts';

/**
 * Signs the revocation bits of a list as a credential (Bitstring Status List 1.0).
 * @param id its URL
 * @param time when the list was read, as in `2026-01-31T12:00:00Z`
 */
export function signStatusList(id: string, bits: Uint8Array, key: SigningKey, time: string): Promise<Buffer> {
  const subject = `${id}#list`;
  const encodedList = encodeStatusList(bits);
  const document: JsonObject = {
    '@context': [CREDENTIALS_CONTEXT],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: key.did,
    validFrom: time,
    credentialSubject: { id: subject, type: 'BitstringStatusList', statusPurpose: 'revocation', encodedList },
  };
  const quads: Quad[] = [
    [iri(id), TYPE, credentials('VerifiableCredential')],
    [iri(id), TYPE, status('BitstringStatusListCredential')],
    [iri(id), credentials('credentialSubject'), iri(subject)],
    [iri(id), credentials('issuer'), iri(key.did)],
    [iri(id), credentials('validFrom'), literal(time, DATE_TIME)],
    [iri(subject), TYPE, status('BitstringStatusList')],
    [iri(subject), status('encodedList'), literal(encodedList, MULTIBASE)],
    [iri(subject), status('statusPurpose'), literal('revocation')],
  ];
  return signDocument(document, quads, key, time);
}
