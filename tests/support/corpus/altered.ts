import type { JsonObject } from '@certrace/verify';
import { timestamp } from '#app/credentials/issuer-keys.server.ts';
import { DATA_INTEGRITY } from '../foreign-badges.ts';
import { signedBy, signerFrom } from '../signed-pdfs.ts';
import type { Put } from './corpus.ts';
import { baked, flipped, pdfWith, pngWith, replaced, withComment, withoutTexts } from './files.ts';
import type { IssuedFiles } from './issued.ts';
import { manifestSigner, partsOf } from './site.ts';

const BIT = 'One bit was changed';

function putBits(put: Put, { whole: { pdf, png } }: IssuedFiles) {
  const altered = (name: string, file: Uint8Array, why: string) =>
    put(`altered-${name}`, file, 'altered', why);
  altered('page.pdf', flipped(pdf, 'endstream', -40), `${BIT} in what its page shows.`);
  altered('header.pdf', flipped(pdf, '%PDF', 7), `${BIT} in its version.`);
  altered('credential.pdf', flipped(pdf, '"validFrom":"', 14), `${BIT} in its credential.`);
  const signature = flipped(pdf, '"proofValue":"z', 20);
  altered('signature.pdf', signature, `${BIT} in the signature of its credential.`);
  const statement = 'the statement of what it shows';
  altered('manifest.pdf', flipped(pdf, '"visible":"', 12), `${BIT} in ${statement}.`);
  altered('manifest-type.pdf', flipped(pdf, 'CertificateFile', 0), `${BIT} in the type of ${statement}.`);
  altered('log-proof.pdf', flipped(pdf, '\nindex ', 7), `${BIT} in its log proof.`);
  altered('catalog.pdf', flipped(pdf, '/AFRelationship', 2), `${BIT} in its catalog.`);
  altered('end.pdf', flipped(pdf, 'startxref', 11, 'last'), `${BIT} in its last cross-reference.`);
  altered('picture.png', flipped(png, 'IDAT', 5_000), `${BIT} in its picture.`);
  altered('checksum.png', flipped(png, 'IEND', -5), `${BIT} in the checksum of its last text.`);
  altered('credential.png', flipped(png, '"validFrom":"', 14), `${BIT} in its credential.`);
  altered('manifest.png', flipped(png, '"visible":"', 12), `${BIT} in ${statement}.`);
}

function putParts(put: Put, { whole, other }: IssuedFiles) {
  const altered = (name: string, file: Uint8Array, why: string) =>
    put(`altered-${name}`, file, 'altered', why);
  const [parts, pngParts, others] = [partsOf(whole.pdf), partsOf(whole.png), partsOf(other)];
  const picture = withoutTexts(whole.png);
  const ANOTHER = 'is that of another certificate';
  const withParts = (changed: Partial<typeof parts> | { manifest: null } | { proof: null }) =>
    pdfWith(parts.drawn, { ...parts, ...changed });
  const around = 'The page of another certificate around its credential.';
  altered('other-page.pdf', pdfWith(others.drawn, parts), around);
  altered('other-credential.pdf', withParts({ credential: others.credential }), `Its credential ${ANOTHER}.`);
  const statement = 'Its statement of what it shows';
  altered('no-manifest.pdf', withParts({ manifest: null }), `${statement} was removed.`);
  altered('other-manifest.pdf', withParts({ manifest: others.manifest }), `${statement} ${ANOTHER}.`);
  altered(
    'picture-manifest.pdf',
    withParts({ manifest: pngParts.manifest }),
    `${statement} is that of its PNG.`,
  );
  altered('no-log-proof.pdf', withParts({ proof: null }), 'Its log proof was removed.');
  altered('other-log-proof.pdf', withParts({ proof: others.proof }), `Its log proof ${ANOTHER}.`);
  altered('no-manifest.png', pngWith(picture, { ...pngParts, manifest: null }), `${statement} was removed.`);
  altered('comment.png', withComment(whole.png), 'A text was added to it.');
  altered('longer.png', Buffer.concat([whole.png, Buffer.from('more')]), 'It has bytes after its end.');
}

function putSaved(put: Put, { whole: { pdf }, signed, university }: IssuedFiles) {
  const altered = (name: string, file: Uint8Array, why: string) =>
    put(`altered-${name}`, file, 'altered', why);
  altered('cut.pdf', pdf.subarray(0, -20), 'Its end is missing.');
  const page = Buffer.from('\n9 0 obj\n<</Type /Page>>\nendobj\n%%EOF\n');
  altered('appended.pdf', Buffer.concat([pdf, page]), 'A program added a page as it saved it.');
  altered('space.pdf', Buffer.concat([pdf, Buffer.from('\n')]), 'An empty line was added at its end.');
  const header = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');
  const again = Buffer.concat([header, pdf.subarray(header.length)]);
  altered('saved-again.pdf', again, 'Another program saved it again.');
  const { drawn, credential, proof } = partsOf(signed);
  const unsigned = signed.subarray(0, signed.indexOf('%%EOF\n', drawn.length + 10) + 6);
  altered('stripped.pdf', unsigned, 'Its signature for PDF readers was removed.');
  altered('pades.pdf', flipped(signed, '/Contents <', 900), 'Its signature for PDF readers was damaged.');
  const files = {
    shownPdf: new Uint8Array(drawn),
    carried: { credential, proof: Buffer.from(proof) },
    signer: manifestSigner(university.id),
  };
  const other = signedBy(signed, files, timestamp(), signerFrom('rsa'));
  altered('signed-again.pdf', other, 'Somebody else signed it again for PDF readers.');
  const added = Buffer.concat([signed, Buffer.from('\n9 0 obj\n<<>>\nendobj\n%%EOF\n')]);
  altered('signed-saved.pdf', added, 'A program added to it after it was signed for PDF readers.');
}

function putJson(put: Put, { whole }: IssuedFiles) {
  const json = partsOf(whole.pdf).credential;
  const altered = (name: string, file: Uint8Array | string, why: string) =>
    put(`altered-${name}.json`, file, 'altered', why);
  const changed = (change: (document: JsonObject) => void) => {
    const document = JSON.parse(json.toString());
    change(document);
    return JSON.stringify(document);
  };
  altered('student', replaced(json, 'Ingrid', 'Astrid'), 'The name of the student was changed.');
  altered('course', replaced(json, 'Distributed', 'Centralised'), 'The name of the course was changed.');
  const renamed = replaced(json, 'Corpus University', 'Other University');
  altered('issuer-name', renamed, 'The name of its issuer was changed.');
  altered('date', replaced(json, '2026-02-28T', '2016-02-28T'), 'Its issue date was changed.');
  const unlisted = changed((it) => delete it.credentialStatus);
  altered('status', unlisted, 'Its entry in the list of revoked certificates was removed.');
  altered(
    'unsigned',
    changed((it) => delete it.proof),
    'Its signature was removed.',
  );
  altered('signature', flipped(json, '"proofValue":"z', 20), `${BIT} in its signature.`);
  const alone = baked(withoutTexts(whole.png), json.toString());
  put('altered-only-credential.png', alone, 'altered', 'A picture with its credential alone.');
  const context = changed((it) => (it['@context'] as string[]).push(DATA_INTEGRITY));
  const why =
    'A context was added that changes no statement, so its signature is valid. The log has other bytes.';
  put('not-in-log-context.json', context, 'not-in-log', why);
}

/** Files of the site as somebody without any key changed them. */
export function putAltered(put: Put, files: IssuedFiles) {
  putBits(put, files);
  putParts(put, files);
  putSaved(put, files);
  putJson(put, files);
}
