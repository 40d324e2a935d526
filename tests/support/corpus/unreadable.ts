import type { Put } from './corpus.ts';
import { baked, pdfWith, replaced } from './files.ts';

/** Files without a certificate that can be read. */
export function putUnreadable(put: Put, picture: Buffer, page: Uint8Array, json: Buffer) {
  const unreadable = (name: string, file: Uint8Array | string, why: string) =>
    put(name, file, 'unreadable', why);
  unreadable('empty.pdf', '', 'It is empty.');
  unreadable('archive.pdf', 'PK\u0003\u0004', 'It is not a PDF, PNG, SVG or JSON file.');
  unreadable('no-credential.pdf', page, 'It contains no credential.');
  unreadable('no-credential.png', picture, 'It contains no credential.');
  unreadable('cut.png', baked(picture, json.toString()).subarray(0, -20), 'It is cut short.');
  const twice = baked(baked(picture, json.toString()), json.toString());
  unreadable('two-credentials.png', twice, 'It contains two credentials.');
  const two = pdfWith(page, { credential: json, manifest: json, proof: null });
  unreadable('two-credentials.pdf', two, 'It contains two credentials.');
  unreadable('other.json', '{"type": "Other"}', 'It is JSON, but no certificate.');
  unreadable('list.json', '[1, 2]', 'It is a list.');
  unreadable('broken.json', json.subarray(0, -2), 'It is not valid JSON.');
  const duplicate = replaced(json, '"validFrom":', '"validFrom":"2020-01-01T00:00:00Z","validFrom":');
  const reason = 'A name occurs twice in an object, and programs differ in which value they read.';
  unreadable('duplicate-name.json', duplicate, reason);
  const wide = Buffer.from(`\ufeff${json.toString()}`, 'utf16le');
  unreadable('utf-16.json', wide, 'It is UTF-16, and begins with its byte order mark.');
  const deep = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
  unreadable('deep.json', deep, 'It is nested too deeply.');
  const older = {
    '@context': 'https://w3id.org/openbadges/v2',
    type: 'Assertion',
    id: 'https://b.example/1',
  };
  const otherKinds: [name: string, kind: string, document: object][] = [
    ['open-badges-2', 'Open Badges 2.0', older],
    ['clr', 'CLR 2.0', { type: ['VerifiableCredential', 'ClrCredential'] }],
    ['presentation', 'a presentation', { type: ['VerifiablePresentation'], verifiableCredential: [] }],
  ];
  for (const [name, kind, document] of otherKinds) {
    unreadable(`${name}.json`, JSON.stringify(document), `It is of another kind: ${kind}.`);
  }
  const [header, claims] = [{ alg: 'ES256', typ: 'at+jwt' }, { sub: '1' }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  unreadable('other.jwt', `${header}.${claims}.AAAA`, 'It is a token of another kind.');
  const unsigned = 'eyJhbGciOiJFUzI1NiJ9.eyJ0eXBlIjoiT3RoZXIifQ';
  unreadable('broken.jwt', unsigned, 'It is a token without a signature.');
}
