/** Changes of files, as somebody without any key makes them. */
import { crc32 } from 'node:zlib';
import { attachToPdf, bakePng, PNG_CREDENTIAL, PNG_MANIFEST, PNG_PROOF } from '@certrace/verify';

/** A copy with one bit changed, at an offset from the first or the last place of a text. */
export function flipped(file: Uint8Array, text: string, offset: number, from: 'first' | 'last' = 'first') {
  const copy = Buffer.from(file);
  const at = from === 'first' ? copy.indexOf(text) : copy.lastIndexOf(text);
  if (at === -1) throw new Error(`The file has no ${text}`);
  copy[at + offset] = (copy[at + offset] ?? 0) ^ 1;
  return copy;
}

export function replaced(file: Uint8Array, from: string, to: string): Buffer {
  const text = Buffer.from(file).toString('latin1');
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`The file has no ${from}`);
  return Buffer.from(changed, 'latin1');
}

type Parts = { credential: Uint8Array; manifest: Uint8Array | null; proof: string | null };

/** Another page with the parts of a certificate. */
export function pdfWith(page: Uint8Array, { credential, manifest, proof }: Parts): Buffer {
  const attachment = (name: string, bytes: Uint8Array) => ({
    name,
    mimeType: 'application/json',
    description: 'x',
    bytes,
  });
  const attachments = [
    attachment('credential.json', credential),
    ...(manifest ? [attachment('file.json', manifest)] : []),
    ...(proof === null ? [] : [attachment('log-proof.txt', Buffer.from(proof))]),
  ];
  return Buffer.from(attachToPdf(page, attachments).bytes);
}

/** Another picture with the parts of a certificate. */
export const pngWith = (picture: Uint8Array, { credential, manifest, proof }: Parts) =>
  Buffer.from(
    bakePng(picture, [
      { keyword: PNG_CREDENTIAL, text: credential },
      ...(proof === null ? [] : [{ keyword: PNG_PROOF, text: Buffer.from(proof) }]),
      ...(manifest ? [{ keyword: PNG_MANIFEST, text: manifest }] : []),
    ]),
  );

/** A picture without the parts of a type. */
export function withoutChunk(png: Buffer, type: string): Buffer {
  const kept: Buffer[] = [png.subarray(0, 8)];
  for (let at = 8; at < png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) !== type) kept.push(png.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/** A picture without its texts. */
export const withoutTexts = (png: Buffer) => withoutChunk(png, 'iTXt');

/** A picture with a text of another kind. */
export function withComment(png: Buffer): Buffer {
  const chunk = Buffer.from('tEXtComment\0a text', 'latin1');
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  checksum.writeUInt32BE(crc32(chunk));
  const end = png.length - 12;
  return Buffer.concat([png.subarray(0, end), length, chunk, checksum, png.subarray(end)]);
}

/** A picture with a credential alone, as Open Badges of other issuers are. */
export const baked = (picture: Buffer, credential: string) =>
  Buffer.from(bakePng(picture, [{ keyword: PNG_CREDENTIAL, text: Buffer.from(credential) }]));
