import {
  createHash,
  generateKeyPairSync,
  createPublicKey as nodeKey,
  verify as nodeVerify,
  sign,
} from 'node:crypto';
import { constants, deflateSync, gzipSync, crc32 as nodeCrc, inflateSync as nodeInflate } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnsupportedBrowser, withAnswers } from '../../../packages/verify/src/browser/answers.ts';
import { createPublicKey, hash, verify } from '../../../packages/verify/src/browser/node-crypto.ts';
import { crc32, gunzipSync, inflateSync } from '../../../packages/verify/src/browser/node-zlib.ts';

// What replaces Node's modules in the browser gives Node's results.

/** Bytes with repetitions, as in files. */
const content = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constant(new Uint8Array(300)),
      fc.constant(Buffer.from('abcabc')),
    ),
  )
  .map((parts) => Buffer.concat(parts));

describe('in the browser', () => {
  it('SHA-256 is that of Node for every length', () => {
    for (let length = 0; length < 200; length += 1) {
      const bytes = Buffer.alloc(length, length);
      expect(hash('sha256', bytes), `${length}`).toEqual(createHash('sha256').update(bytes).digest());
    }
  });

  it('streams of every kind inflate to what was compressed, and their ends are known', () => {
    const strategies = [constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY];
    fc.assert(
      fc.property(
        content,
        fc.constantFrom(0, 1, 9),
        fc.constantFrom(...strategies),
        (bytes, level, strategy) => {
          const stream = deflateSync(bytes, { level, strategy });
          const longer = Buffer.concat([stream, Buffer.from('behind')]);
          const result = inflateSync(longer, { info: true, maxOutputLength: bytes.length + 1 });
          expect(result).toEqual({ buffer: bytes, engine: { bytesWritten: stream.length } });
          expect(gunzipSync(gzipSync(bytes, { level }))).toEqual(bytes);
          expect(crc32(bytes)).toBe(nodeCrc(bytes));
        },
      ),
    );
  });

  it('a damaged or too long stream is refused where Node refuses it', () => {
    const outcome = (inflate: () => unknown) => {
      try {
        return inflate();
      } catch {
        return 'refused';
      }
    };
    const stream = deflateSync(Buffer.from('a certificate, a certificate and a credential '.repeat(20)));
    for (let at = 0; at < stream.length; at += 1) {
      for (const bit of [1, 16, 128]) {
        const damaged = Buffer.from(stream);
        damaged[at] = (damaged[at] ?? 0) ^ bit;
        const [own, node] = [
          () => inflateSync(damaged),
          () => nodeInflate(damaged, { maxOutputLength: 268_435_456 }),
        ];
        expect(outcome(own), `byte ${at}, bit ${bit}`).toEqual(outcome(node));
      }
      expect(outcome(() => inflateSync(stream.subarray(0, at)))).toBe('refused');
    }
    expect(outcome(() => inflateSync(stream, { maxOutputLength: 100 }))).toBe('refused');
  });

  it.each([
    ['ed25519', generateKeyPairSync('ed25519'), null],
    ['rsa', generateKeyPairSync('rsa', { modulusLength: 2048 }), 'sha256'],
    ['ec', generateKeyPairSync('ec', { namedCurve: 'P-256' }), 'sha256'],
    ['ec', generateKeyPairSync('ec', { namedCurve: 'P-384' }), 'sha256'],
    ['ec', generateKeyPairSync('ec', { namedCurve: 'P-521' }), 'sha256'],
  ])(
    'a signature of %s is valid, and an altered one is not',
    async (type, { publicKey, privateKey }, digest) => {
      const message = Buffer.from('a message');
      const spki = publicKey.export({ format: 'der', type: 'spki' });
      const key = createPublicKey({ key: spki });
      expect(key.asymmetricKeyType).toBe(type);
      expect(nodeKey({ key: spki, format: 'der', type: 'spki' }).asymmetricKeyType).toBe(type);
      const signature = sign(digest, message, privateKey);
      const check = (data: Buffer) => withAnswers(async () => verify(digest, data, key, signature));
      expect([await check(message), await check(Buffer.from('another'))]).toEqual([true, false]);
    },
  );

  it('another encoding of the same ECDSA signature is refused, as in Node', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = createPublicKey({ key: publicKey.export({ format: 'der', type: 'spki' }) });
    const message = Buffer.from('a message');
    const valid = sign('sha256', message, privateKey);
    const [r, s] = [valid.subarray(4, 4 + (valid[3] ?? 0)), valid.subarray(6 + (valid[3] ?? 0))];
    const sequence = (...parts: Buffer[]) =>
      Buffer.from([0x30, Buffer.concat(parts).length, ...Buffer.concat(parts)]);
    const integer = (content: Buffer) => Buffer.from([0x02, content.length, ...content]);
    const zero = Buffer.alloc(1);
    const encodings = {
      exact: sequence(integer(r), integer(s)),
      'with a needless zero': sequence(integer(Buffer.concat([zero, zero, r])), integer(s)),
      'without the zero of a positive number': sequence(
        integer(r),
        integer(s[0] === 0 ? s.subarray(1) : Buffer.concat([zero, s])),
      ),
      'with a third value': sequence(integer(r), integer(s), Buffer.from([0x05, 0])),
      'with bytes behind it': Buffer.concat([valid, zero]),
      'with a long form of its length': Buffer.from([0x30, 0x81, ...valid.subarray(1)]),
      'with another type': Buffer.from([0x31, ...valid.subarray(1)]),
      empty: Buffer.alloc(0),
    };
    for (const [name, signature] of Object.entries(encodings)) {
      const inNode = nodeVerify('sha256', message, publicKey, signature);
      expect([name, inNode]).toEqual([name, name === 'exact']);
      const inBrowser = await withAnswers(async () => {
        try {
          return verify('sha256', message, key, signature);
        } catch {
          return false;
        }
      });
      expect([name, inBrowser]).toEqual([name, inNode]);
    }
  });

  it('a key that WebCrypto does not support is said to be one, and not taken for a wrong signature', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' });
    const key = createPublicKey({ key: publicKey.export({ format: 'der', type: 'spki' }) });
    const message = Buffer.from('a message');
    const signature = sign('sha256', message, privateKey);
    expect(key.asymmetricKeyType).toBe(publicKey.asymmetricKeyType);
    const check = withAnswers(async () => verify('sha256', message, key, signature));
    await expect(check).rejects.toThrow(UnsupportedBrowser);
  });
});
