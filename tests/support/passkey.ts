import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** CBOR (RFC 8949) of what an authenticator sends: a head of a major type, texts, bytes and maps. */
const head = (major: number, value: number) =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const map = (...pairs: Buffer[]) => Buffer.concat([head(5, pairs.length / 2), ...pairs]);

type Say = {
  challenge: string;
  /** Of the page that asks. */
  origin?: string;
  /** Of the site that asks. */
  rpId?: string;
  /** Whether the person gave a PIN, a finger or a face. */
  isVerified?: boolean;
  /** Further members of the client data. */
  more?: Record<string, unknown>;
};

/**
 * An authenticator with one passkey (Web Authentication Level 3, ES256). Written without the server's library, which it checks.
 * @property counter of signatures; set it back to make a copy
 */
export class SoftPasskey {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;

  get credentialId() {
    return this.id.toString('base64url');
  }

  #data(rpId: string, isVerified: boolean, credential?: Buffer) {
    const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential ? HAS_CREDENTIAL : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, credential ?? Buffer.alloc(0)]);
  }

  #answer(type: string, { challenge, origin = 'http://localhost:3000', more }: Say) {
    const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...more }));
    return { id: this.credentialId, rawId: this.credentialId, type: 'public-key', clientData };
  }

  /** The answer of a browser that has made this passkey. @param format of the attestation */
  create(say: Say, format = 'none') {
    const { rpId = 'localhost', isVerified = true } = say;
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const coordinate = (value: string) => bytes(Buffer.from(value, 'base64url'));
    const key = map(
      ...[integer(1), integer(2), integer(3), integer(-7), integer(-1), integer(1)],
      ...[integer(-2), coordinate(x), integer(-3), coordinate(y)],
    );
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, key]);
    const data = this.#data(rpId, isVerified, credential);
    const object = map(text('fmt'), text(format), text('attStmt'), map(), text('authData'), bytes(data));
    const { clientData, ...answer } = this.#answer('webauthn.create', say);
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: object.toString('base64url'),
      transports: ['internal'],
    };
    return JSON.stringify({ ...answer, response, clientExtensionResults: {} });
  }

  /** The answer of a browser that used this passkey. */
  use(say: Say) {
    const { rpId = 'localhost', isVerified = true } = say;
    this.counter += 1;
    const data = this.#data(rpId, isVerified);
    const { clientData, ...answer } = this.#answer('webauthn.get', say);
    const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), this.#keys.privateKey);
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    };
    return JSON.stringify({ ...answer, response, clientExtensionResults: {} });
  }
}
