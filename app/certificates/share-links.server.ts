import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, requireMember, requireOrganisation } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import type { OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { env } from '#app/config/env.server.ts';
import type { Holder } from '#app/holders/holder-sessions.server.ts';
import { formatList } from '#app/messages/format-numbers.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, invalid, notFound } from '#app/shared/errors.server.ts';
import { calendarDate, checkbox, optional } from '#app/shared/fields.ts';
import { hashToken } from '#app/shared/ids.server.ts';
import { open, seal } from '#app/shared/sealed.server.ts';
import { db, parameter, prepared, preparedValue, transaction } from '#db/client.ts';
import { certificates } from '#db/schema/certificates.ts';
import { shareLinks, sharingSettings } from '#db/schema/holders.ts';
import { t } from '#messages';
import { type CertificateRow, todayUtc } from './certificate.server.ts';
import { rowById } from './find-certificate.server.ts';
import { findHeld } from './held-certificates.server.ts';
import { carriedUnprinted, type FrozenField, readFrozen, visibleTo } from './own-fields.ts';
import { opensOf } from './share-opens.server.ts';
import { parseUniqueId } from './unique-id.ts';

const PURPOSE = 'share link';
const SHAPE = /^[\w-]{22}$/;

/** For how long a link counts as new. */
const NEW_MS = 15 * 60_000;

/** More fields than a certificate has. */
const MOST_SHARED = 100;

/** A holder's choices for the public page of a certificate. Checkboxes are absent when they are not checked. */
export const sharingSchema = z
  .object({
    shared: z.literal('on').optional(),
    allowsPdf: z.literal('on').optional(),
    allowsSearch: z.literal('on').optional(),
    /** Keys of own fields. */
    sharedFields: z.array(z.string().max(30)).max(MOST_SHARED).optional(),
    allowsVerifiersFields: z.literal('on').optional(),
    endDate: optional(calendarDate(() => t('common.endDate'))).transform((date) => date ?? null),
  })
  .refine(({ shared, endDate }) => !shared || endDate === null || endDate >= todayUtc(), {
    path: ['endDate'],
    error: () => t('shareLinks.theEndDateMustNotBe'),
  });

/** An issuer's choice. */
export const sharingSettingSchema = z.object({
  sharing: checkbox('sharing').meta({ description: 'Whether holders may share the issuer’s certificates' }),
});

const issuerChoice = preparedValue<0 | 1>('select is_allowed from sharing_settings where issuer_id = ?');

/** Whether the site and the issuer let holders share. */
const isAllowed = (issuerId: string) => env().HOLDER_SHARING === 'on' && issuerChoice().get(issuerId) !== 0;

type Link = typeof shareLinks.$inferSelect;

const linkByToken = prepared(() =>
  db()
    .select()
    .from(shareLinks)
    .where(eq(shareLinks.tokenHash, parameter('hash')))
    .prepare(),
);
const linkByCertificate = prepared(() =>
  db()
    .select()
    .from(shareLinks)
    .where(eq(shareLinks.certificateId, parameter('id')))
    .prepare(),
);
const linkOf = (certificateId: string) => linkByCertificate().get({ id: certificateId });

const isOpen = ({ endDate }: Link, issuerId: string) =>
  isAllowed(issuerId) && (endDate === null || endDate >= todayUtc());

function urlOf({ sealedToken }: Link): string | null {
  const token = open(PURPOSE, sealedToken);
  return token && `${env().APP_URL}/c/${token}`;
}

/** SQL expression for whether a certificate has a link, for queries over certificates. */
export const hasShareLink = sql<number>`exists (select 1 from ${shareLinks}
  where ${shareLinks.certificateId} = ${certificates.id})`;

/** The link to a certificate's public page for people who look it up. Null while the page is closed. */
export function shareUrlOf({ id, issuerId }: Pick<CertificateRow, 'id' | 'issuerId'>): string | null {
  const link = linkOf(id);
  return link && isOpen(link, issuerId) ? urlOf(link) : null;
}

export type Shared = {
  row: CertificateRow;
  allowsPdf: boolean;
  allowsSearch: boolean;
  url: string;
  /** The values that the holder shows. */
  fields: FrozenField[];
};

/** Whether the PDF may be offered: not with values for verifiers that the holder has not agreed to. */
const offersPdf = (link: Link, frozen: FrozenField[]) =>
  link.allowsPdf && (link.allowsVerifiersFields || carriedUnprinted(frozen).length === 0);

/**
 * The certificate behind a link.
 * @throws AppError not-found, for a wrong and for a closed link alike
 */
export function findShared(token: string): Shared {
  const link = SHAPE.test(token) ? linkByToken().get({ hash: hashToken(token) }) : undefined;
  const row = link && rowById(link.certificateId);
  if (!row || !isOpen(link, row.issuerId)) throw notFound();
  const frozen = readFrozen(row.fields);
  const fields = visibleTo('shared', frozen).filter(({ key }) => link.fields.includes(key));
  const url = `${env().APP_URL}/c/${token}`;
  return { row, allowsPdf: offersPdf(link, frozen), allowsSearch: link.allowsSearch, url, fields };
}

/** @throws AppError not-found, also for a certificate of another address */
function requireHeld(holder: Holder, id: string): CertificateRow {
  const uniqueId = parseUniqueId(id);
  const row = uniqueId === null ? undefined : findHeld(holder, uniqueId);
  if (!row) throw notFound();
  return row;
}

export type Sharing = {
  /** Whether the site and the issuer allow it. */
  isAllowed: boolean;
  /** Null while it is off. `url` is null after SESSION_SECRET was changed, until the holder makes a new link. */
  link: {
    url: string | null;
    allowsPdf: boolean;
    allowsSearch: boolean;
    fields: string[];
    allowsVerifiersFields: boolean;
    endDate: string | null;
    isOpen: boolean;
    /** Whether it was made a moment ago, so that the page offers to undo it. */
    isNew: boolean;
  } | null;
  opens: ReturnType<typeof opensOf>;
};

/** The holder's choices for a certificate, and the opens of its page. The caller has checked the holder. */
export function sharingOf({ id, issuerId }: { id: string; issuerId: string }): Sharing {
  const link = linkOf(id);
  return {
    isAllowed: isAllowed(issuerId),
    link: link
      ? {
          url: urlOf(link),
          allowsPdf: link.allowsPdf,
          allowsSearch: link.allowsSearch,
          fields: link.fields,
          allowsVerifiersFields: link.allowsVerifiersFields,
          endDate: link.endDate,
          isOpen: isOpen(link, issuerId),
          isNew: now() - link.createdAt < NEW_MS,
        }
      : null,
    opens: opensOf(id),
  };
}

/** What an issuer sees of a holder's choice: neither the link nor how often it was opened. */
export type ShareState = {
  state: 'shared' | 'ended' | 'not-shared' | 'switched-off';
  endDate: string | null;
};

export function shareStateOf({ id, issuerId }: Pick<CertificateRow, 'id' | 'issuerId'>): ShareState {
  const link = linkOf(id);
  const endDate = link?.endDate ?? null;
  if (!isAllowed(issuerId)) return { state: 'switched-off', endDate };
  if (!link) return { state: 'not-shared', endDate };
  return { state: isOpen(link, issuerId) ? 'shared' : 'ended', endDate };
}

/** A new token of 128 bits, as it is stored. */
function newLinkToken() {
  const token = randomBytes(16).toString('base64url');
  return { tokenHash: hashToken(token), sealedToken: seal(PURPOSE, token), createdAt: now() };
}

const notAllowed = () => t('shareLinks.sharingIsSwitchedOff');

/**
 * Switches the public page of a certificate on or off, and stores what it allows.
 * @param id of the certificate, from the URL
 * @throws AppError not-found; invalid for a PDF with values for verifiers that the holder has not agreed to; conflict where sharing is
 *   not allowed
 */
export function saveSharing(
  holder: Holder,
  id: string,
  { shared, sharedFields = [], endDate, ...ticked }: z.output<typeof sharingSchema>,
): { message: string } {
  const { id: certificateId, issuerId, fields } = requireHeld(holder, id);
  const frozen = readFrozen(fields);
  if (!shared) {
    transaction((tx) => tx.delete(shareLinks).where(eq(shareLinks.certificateId, certificateId)).run());
    return { message: t('shareLinks.theLinkIsClosed') };
  }
  if (!isAllowed(issuerId)) throw new AppError('conflict', notAllowed());
  const set = {
    allowsPdf: ticked.allowsPdf === 'on',
    allowsSearch: ticked.allowsSearch === 'on',
    fields: visibleTo('shared', frozen).flatMap(({ key }) => (sharedFields.includes(key) ? [key] : [])),
    allowsVerifiersFields: ticked.allowsVerifiersFields === 'on',
    endDate,
  };
  const unprinted = carriedUnprinted(frozen);
  if (set.allowsPdf && !set.allowsVerifiersFields && unprinted.length > 0) {
    const message = t('shareLinks.thePdfContainsFields', {
      fields: formatList(unprinted.map(({ name }) => name)),
    });
    throw invalid(message, { allowsVerifiersFields: [message] });
  }
  transaction((tx) =>
    tx
      .insert(shareLinks)
      .values({ certificateId, ...newLinkToken(), ...set })
      .onConflictDoUpdate({ target: shareLinks.certificateId, set })
      .run(),
  );
  return { message: t('shareLinks.theLinkIsOpen') };
}

/**
 * Opens the public page of a certificate unless it is open already. A new link allows neither the PDF nor search engines, and shows no own
 * fields. One whose last day has passed, or that cannot be shown any more, keeps its choices and gets a new token.
 * @throws AppError not-found; conflict where sharing is not allowed
 */
export function openShareLink(holder: Holder, id: string): { message: string; url: string } {
  const { id: certificateId, issuerId } = requireHeld(holder, id);
  if (!isAllowed(issuerId)) throw new AppError('conflict', notAllowed());
  transaction((tx) => {
    if (shareUrlOf({ id: certificateId, issuerId })) return;
    const set = { ...newLinkToken(), endDate: null };
    tx.insert(shareLinks)
      .values({ certificateId, ...set, allowsPdf: false, allowsSearch: false })
      .onConflictDoUpdate({ target: shareLinks.certificateId, set })
      .run();
  });
  const url = shareUrlOf({ id: certificateId, issuerId });
  if (url === null) throw notFound();
  return { message: t('shareLinks.theLinkIsOpen'), url };
}

/**
 * Gives an open link a new token, so that the old one is closed.
 * @throws AppError not-found, also without a link
 */
export function renewShareLink(holder: Holder, id: string): { message: string } {
  const { id: certificateId } = requireHeld(holder, id);
  const { changes } = transaction((tx) =>
    tx.update(shareLinks).set(newLinkToken()).where(eq(shareLinks.certificateId, certificateId)).run(),
  );
  if (changes === 0) throw notFound();
  return { message: t('shareLinks.thereIsANewLink') };
}

/** @throws AppError forbidden unless the actor is an issuer, active or not */
function issuerIdOf(actor: Actor, act: OrganisationAct): string {
  requireOrganisation(actor, act);
  return actor.organisation.id;
}

/** Whether holders may share the issuer's certificates. @throws AppError forbidden unless the actor is an issuer */
export const mayHoldersShare = (actor: Actor): boolean => issuerChoice().get(issuerIdOf(actor, 'read')) !== 0;

/**
 * Open links close immediately, and open again when it is switched on. @throws AppError as `mayHoldersShare`
 */
export function setHoldersMayShare(
  actor: Actor,
  { sharing }: z.output<typeof sharingSettingSchema>,
): { message: string } {
  requireMember(actor);
  const issuerId = issuerIdOf(actor, 'certificates');
  const set = { isAllowed: sharing };
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    recordAct(tx, actor, 'settings.sharing', {
      before: { sharing: mayHoldersShare(actor) },
      after: { sharing },
    });
    tx.insert(sharingSettings)
      .values({ issuerId, ...set })
      .onConflictDoUpdate({ target: sharingSettings.issuerId, set })
      .run();
  });
  return { message: t('shareLinks.yourChoiceAboutSharingWasSaved') };
}
