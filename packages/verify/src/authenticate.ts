import { checkFile } from './check-file.ts';
import { checkLog } from './check-log.ts';
import { checkSignatures, findSigner, issuerBySignature, type Signer } from './check-signature.ts';
import {
  dateIn,
  endOf,
  isBadge,
  isOfCertrace,
  isReceipt,
  issuerOf,
  summarize,
  validityOf,
} from './credential.ts';
import { didHost } from './did.ts';
import type { JsonObject } from './json.ts';
import { endsOf, judgeEnds, needsLog } from './key-end.ts';
import { otherKind } from './other-kinds.ts';
import { UnreadableFile } from './png.ts';
import type { Check, FileContents, Report } from './report.ts';
import { check, readFile, unknownReason, verdictOf } from './report.ts';
import { signaturesOf } from './signatures.ts';
import { kindsOfStatus, purposeOf, type StatusEntry, statusEntries } from './status-list.ts';
import { minuteOf, say, sentences } from './texts.ts';
import type { KnownIssuer, Trust } from './trust.ts';

/** Longer DIDs belong to no known issuer. */
const MAX_DID = 500;

const unreadable = (message: string): Report => ({
  verdict: 'unreadable',
  checks: [check('file', false, message)],
});

async function checkEntry(
  document: JsonObject,
  entry: StatusEntry,
  issuer: KnownIssuer | undefined,
  trust: Trust,
): Promise<Check> {
  const purpose = purposeOf(entry);
  const answer = await trust.findStatus(entry, issuer, document);
  if ('reason' in answer) return check(purpose, null, answer.reason);
  const source = answer.asOf === undefined ? null : say('statusListMade', { time: minuteOf(answer.asOf) });
  if (purpose === 'suspension') {
    const found = say(answer.revoked ? 'suspended' : 'notSuspended');
    return check(purpose, !answer.revoked, sentences(found, source));
  }
  if (!answer.revoked) return check(purpose, true, sentences(say('notRevoked'), source));
  const revoked = answer.on ? say('revokedOn', { date: answer.on }) : say('revoked');
  const successor = answer.replacedBy ? say('replacedBy', { id: answer.replacedBy }) : null;
  return check(purpose, false, sentences(revoked, successor, source));
}

/** Whether the issuer has taken a credential back: for good, and in a second check for now if the credential names a list for that. */
async function checkStatus(
  document: JsonObject,
  trusted: boolean,
  issuer: KnownIssuer | undefined,
  trust: Trust,
): Promise<Check[]> {
  if (!trusted) return [check('revocation', null, say('revocationNotChecked'))];
  const entries = statusEntries(document);
  if (entries === null) {
    return [check('revocation', null, say('statusUncheckable', { kind: kindsOfStatus(document) }))];
  }
  const checks: Check[] = [];
  for (const entry of entries) checks.push(await checkEntry(document, entry, issuer, trust));
  return checks.some(({ id }) => id === 'revocation')
    ? checks
    : [check('revocation', true, say('neverRevoked')), ...checks];
}

/** A day begins first at UTC+14. */
export const FIRST_TIME_ZONE_MS = 14 * 3_600_000;

/** Whether the issue date has begun anywhere on earth. No check when it has, or when the document has none. */
function checkStart(document: JsonObject, now: number): Check[] {
  const { from } = validityOf(document);
  if (from === undefined) return [];
  const time = typeof from === 'string' ? Date.parse(from) : Number.NaN;
  if (Number.isNaN(time)) return [check('start', null, say('issueDateUnreadable'))];
  if (time - FIRST_TIME_ZONE_MS <= now) return [];
  return [check('start', false, say('notValidBefore', { date: dateIn(from) ?? '' }))];
}

function checkExpiry(document: JsonObject, now: number): Check {
  const { until } = validityOf(document);
  if (until === undefined) return check('expiry', true, say('neverExpires'));
  const end = endOf(document);
  if (Number.isNaN(end)) return check('expiry', null, say('expiryDateUnreadable'));
  const date = dateIn(until) ?? '';
  return end <= now
    ? check('expiry', false, say('expired', { date }))
    : check('expiry', true, say('expiresOn', { date }));
}

type Vouching = { document: JsonObject; signer: Signer; log: Check; trust: Trust; isProven: boolean };

/**
 * Checks the issuer. A log may vouch for it when the reader named no issuer.
 * @param isProven whether the log contains the signed document
 */
function vouch(issuer: Check, { document, signer, log, trust, isProven }: Vouching) {
  const { unpinned } = signer;
  const isOpen = issuer.passed === null || (unpinned !== undefined && issuer === signer.check);
  if (trust.logVouchesForIssuer && isOpen && isProven) {
    const vouched = check('issuer', true, say('issuerOfLog'));
    return { issuer: vouched, known: unpinned ?? issuerBySignature(document) };
  }
  // Nobody needs to know an issuer whose file the log does not have.
  const isMoot = unpinned !== undefined && isOpen && trust.logKeys.length > 0 && log.passed === false;
  return { issuer: isMoot ? { ...issuer, passed: null } : issuer, known: signer.issuer };
}

/** Whether a file is of a Certrace site, whose PDFs and PNGs state what they show. Others are checked by their standard. */
const isOurFile = ({ document, manifest, proof }: FileContents, issuer: KnownIssuer | undefined) =>
  Boolean(issuer?.isOfCertrace || manifest || proof !== null || isOfCertrace(document));

async function examine(file: Uint8Array, contents: FileContents, trust: Trust): Promise<Report> {
  const { document } = contents;
  const signatures = signaturesOf(contents, trust.now);
  const signer = await findSigner(document, typeof signatures === 'string' ? [] : signatures, trust);
  const isOurs = isOurFile(contents, signer.issuer);
  const { check: signature, problem } = await checkSignatures(signatures, signer, isOurs);
  const ends = endsOf(contents, signer);
  const {
    check: log,
    isProven,
    since,
    filesSignedBy,
  } = await checkLog(contents, signer.check.passed === true, ends, trust);
  const isCredentialSigned = signature.passed === true;
  const judged = judgeEnds(ends, log.passed ? (since ?? null) : null, {
    issuer: signer.check,
    shown: await checkFile(file, contents, signer, { isOurs, isCredentialSigned, filesSignedBy }, trust),
  });
  const isUnsettled = problem !== undefined && signature.passed === null;
  const unsettled = check('issuer', null, say('issuerNotChecked'));
  const { issuer, known } = vouch(isUnsettled ? unsettled : judged.issuer, {
    document,
    signer,
    log,
    trust,
    isProven: isCredentialSigned && isProven,
  });
  const isTrusted = Boolean(signature.passed && issuer.passed);
  const checks = [judged.shown, signature, issuer, log];
  if (!isReceipt(document)) {
    checks.push(
      ...(await checkStatus(document, isTrusted, known, trust)),
      ...checkStart(document, trust.now),
      checkExpiry(document, trust.now),
    );
  }
  const certificate = isBadge(document) ? summarize(document) : null;
  const did = issuerOf(document)?.slice(0, MAX_DID);
  const optional = {
    log: trust.logKeys.length === 0 && !needsLog(ends),
    revocation: trust.acceptsUnknownRevocation ?? false,
  };
  const verdict = verdictOf(checks, optional);
  return {
    verdict,
    checks,
    ...(verdict === 'unknown' && {
      reason: problem === 'invalid' ? say('noYes') : unknownReason(checks, optional),
    }),
    ...(did !== undefined && { issuer: { did, domain: didHost(did) } }),
    ...(certificate && { certificate }),
  };
}

/**
 * Checks a certificate's PDF, PNG, SVG or JSON, or a receipt's JSON. Accepts any bytes, takes bounded time, and contacts other hosts
 * only through `trust`.
 * @param proof the log proof of a JSON file, if available
 */
export async function authenticate(file: Uint8Array, trust: Trust, proof?: string): Promise<Report> {
  try {
    const contents = readFile(file);
    if (!isBadge(contents.document) && !isReceipt(contents.document)) {
      const kind = otherKind(contents.document, contents.jws?.header);
      return unreadable(kind === null ? say('notACertificate') : say('anotherKind', { kind }));
    }
    return await examine(file, proof === undefined ? contents : { ...contents, proof }, trust);
  } catch (error) {
    if (error instanceof UnreadableFile) return unreadable(error.message);
    throw error;
  }
}
