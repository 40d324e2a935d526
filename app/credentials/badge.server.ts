import { hash } from 'node:crypto';
import { CREDENTIALS_CONTEXT, type JsonObject, OPEN_BADGES_CONTEXT } from '@certrace/verify';
import type { Content } from '#db/schema/certificates.ts';
import { type FieldsPart, writeFields } from './badge-fields.server.ts';
import {
  BADGE_BOOLEAN,
  BADGE_DATE_TIME,
  badges,
  credentials,
  DATE_TIME,
  DESCRIPTION,
  iri,
  literal,
  NAME,
  type Quad,
  status,
  TYPE,
} from './canonical-quads.server.ts';
import { type SigningKey, signDocument, signDocumentHere } from './sign-document.server.ts';

/** The completed course that a certificate was issued for. */
export type CompletedCourse = {
  title: string;
  /** A sentence about what completes the course. */
  rule: string;
  /** Sum of the durations of its lessons. */
  hours: number;
};

/** The facts of a certificate in its credential. */
export type CertificateFacts = Content & {
  /** Written into `criteria` and `evidence`. */
  completed?: CompletedCourse | undefined;
  /** The column of the issuer's own fields. Values that only the issuer or the holder sees are left out of the credential. */
  fields?: string | null | undefined;
};

/** Content of an Open Badges credential. `id` and `statusList` are URLs, and `salt` has at least 16 random characters. */
export type Badge = CertificateFacts & {
  id: string;
  issuer: { id: string; did: string; name: string };
  salt: string;
  statusList: string;
  statusIndex: number;
};

const ACHIEVEMENT_TYPE = 'CertificateOfCompletion';

function criteriaOf({ courseName, issuer, completed }: Badge): string {
  const attested = `Completed ${courseName}, as attested by ${issuer.name}.`;
  return completed ? `${attested} ${completed.rule}` : attested;
}

const hoursText = (hours: number) => (hours === 1 ? '1 hour' : `${hours} hours`);

/** A sentence about a completed course. */
const evidenceOf = ({ title, rule, hours }: CompletedCourse) =>
  `The course '${title}' of ${hoursText(hours)} was completed. ${rule}`;

/** The ID of an issuer's course: a UUID of version 8 (RFC 9562 section 5.8) derived from a hash. */
function achievementId(issuerId: string, courseName: string): string {
  const hex = hash('sha256', `${issuerId}\n${courseName}`, 'hex');
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The hash of an email address: lower case, followed by the salt (Open Badges 3.0, IdentityObject). */
export const emailHash = (email: string, salt: string) =>
  `sha256$${hash('sha256', email.toLowerCase() + salt, 'hex')}`;

const startOf = (date: string) => `${date}T00:00:00Z`;
/** The end of a day in the last time zone, so that the day has ended everywhere. */
const endOf = (date: string) => `${date}T23:59:59-12:00`;

/** What the document and its RDF statements have in common. */
type Derived = { achievement: string; identityHash: string; own: FieldsPart };

function derive(badge: Badge): Derived {
  const { issuer, courseName, studentEmail, salt } = badge;
  const achievement = achievementId(issuer.id, courseName);
  return { achievement, identityHash: emailHash(studentEmail, salt), own: writeFields(badge, achievement) };
}

/** The credential without its proof. */
export function badgeDocument(badge: Badge, { achievement, identityHash, own } = derive(badge)): JsonObject {
  const { issuer, courseName, salt, completed } = badge;
  return {
    '@context': [CREDENTIALS_CONTEXT, OPEN_BADGES_CONTEXT, ...own.contexts],
    id: badge.id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    issuer: { id: issuer.did, type: ['Profile'], name: issuer.name },
    validFrom: startOf(badge.issueDate),
    ...(badge.expiryDate === null ? {} : { validUntil: endOf(badge.expiryDate) }),
    awardedDate: startOf(badge.issueDate),
    name: courseName,
    credentialSubject: {
      type: ['AchievementSubject'],
      identifier: [
        { type: 'IdentityObject', hashed: true, identityHash, identityType: 'emailAddress', salt },
        { type: 'IdentityObject', hashed: false, identityHash: badge.studentName, identityType: 'name' },
      ],
      achievement: {
        id: achievement,
        type: ['Achievement'],
        achievementType: ACHIEVEMENT_TYPE,
        name: courseName,
        description: courseName,
        criteria: { narrative: criteriaOf(badge) },
        ...own.achievement,
      },
      ...own.subject,
    },
    ...(completed && {
      evidence: [{ type: ['Evidence'], name: completed.title, narrative: evidenceOf(completed) }],
    }),
    credentialStatus: {
      id: `${badge.statusList}#${badge.statusIndex}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(badge.statusIndex),
      statusListCredential: badge.statusList,
    },
  };
}

/** The RDF statements of `badgeDocument` according to its contexts. */
export function badgeQuads(badge: Badge, derived = derive(badge)): Quad[] {
  const { issuer, courseName, salt, completed } = badge;
  const [id, issuerId] = [iri(badge.id), iri(issuer.did)];
  const achievement = iri(derived.achievement);
  const entry = iri(`${badge.statusList}#${badge.statusIndex}`);
  const expiry: Quad[] =
    badge.expiryDate === null
      ? []
      : [[id, credentials('validUntil'), literal(endOf(badge.expiryDate), DATE_TIME)]];
  const evidence: Quad[] = completed
    ? [
        [id, credentials('evidence'), '_:evidence'],
        ['_:evidence', TYPE, badges('Evidence')],
        ['_:evidence', NAME, literal(completed.title)],
        ['_:evidence', badges('narrative'), literal(evidenceOf(completed))],
      ]
    : [];
  return [
    [issuerId, TYPE, badges('Profile')],
    [issuerId, NAME, literal(issuer.name)],
    [id, TYPE, badges('OpenBadgeCredential')],
    [id, TYPE, credentials('VerifiableCredential')],
    [id, badges('awardedDate'), literal(startOf(badge.issueDate), BADGE_DATE_TIME)],
    [id, NAME, literal(courseName)],
    [id, credentials('credentialStatus'), entry],
    [id, credentials('credentialSubject'), '_:subject'],
    [id, credentials('issuer'), issuerId],
    [id, credentials('validFrom'), literal(startOf(badge.issueDate), DATE_TIME)],
    ...expiry,
    ...evidence,
    [entry, TYPE, status('BitstringStatusListEntry')],
    [entry, status('statusListCredential'), iri(badge.statusList)],
    [entry, status('statusListIndex'), literal(String(badge.statusIndex))],
    [entry, status('statusPurpose'), literal('revocation')],
    [achievement, TYPE, badges('Achievement')],
    [achievement, badges('Criteria'), '_:criteria'],
    [achievement, badges('achievementType'), literal(ACHIEVEMENT_TYPE)],
    [achievement, DESCRIPTION, literal(courseName)],
    [achievement, NAME, literal(courseName)],
    ['_:criteria', badges('narrative'), literal(criteriaOf(badge))],
    ['_:subject', TYPE, badges('AchievementSubject')],
    ['_:subject', badges('achievement'), achievement],
    ['_:subject', badges('identifier'), '_:name'],
    ['_:subject', badges('identifier'), '_:email'],
    ['_:name', TYPE, badges('IdentityObject')],
    ['_:name', badges('hashed'), literal('false', BADGE_BOOLEAN)],
    ['_:name', badges('identityHash'), literal(badge.studentName)],
    ['_:name', badges('identityType'), literal('name')],
    ['_:email', TYPE, badges('IdentityObject')],
    ['_:email', badges('hashed'), literal('true', BADGE_BOOLEAN)],
    ['_:email', badges('identityHash'), literal(derived.identityHash)],
    ['_:email', badges('identityType'), literal('emailAddress')],
    ['_:email', badges('salt'), literal(salt)],
    ...derived.own.quads,
  ];
}

function documentAndQuads(badge: Badge): [JsonObject, Quad[]] {
  const derived = derive(badge);
  return [badgeDocument(badge, derived), badgeQuads(badge, derived)];
}

/** Signs a certificate as an Open Badges 3.0 credential. Returns the bytes to store, serve and log. */
export const signBadge = (badge: Badge, key: SigningKey, created: string): Promise<Buffer> =>
  signDocument(...documentAndQuads(badge), key, created);

/** As `signBadge`, synchronously, for worker threads and transactions. */
export const signBadgeHere = (badge: Badge, key: SigningKey, created: string): Buffer =>
  signDocumentHere(...documentAndQuads(badge), key, created);
