import { and, count, eq, isNull } from 'drizzle-orm';
import { type Actor, type Issuer, memberId, requireIssuer } from '#app/accounts/actor.server.ts';
import { isReviewedIssuer } from '#app/accounts/issuers.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { designHash } from '#app/certificates/certificate-design.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { isSameDuration } from '#app/shared/entered-durations.ts';
import { AppError, invalid } from '#app/shared/errors.server.ts';
import { newId } from '#app/shared/ids.server.ts';
import { storeAnswer } from '#app/shared/remembered-answers.server.ts';
import { db, type Transaction, transaction } from '#db/client.ts';
import { designs, designVersions } from '#db/schema/designs.ts';
import { t } from '#messages';
import type { DesignInput } from './design.schema.server.ts';
import { ownDesign } from './design.server.ts';
import { requireTexts } from './design-texts.server.ts';
import { keepImages, releaseImages } from './kept-images.server.ts';
import { renderMailText } from './mail-of-design.server.ts';
import { type DraftContent, requireNothingNewer, setDraft } from './own-artwork/drafts.server.ts';

/** Most designs that an issuer may have in use, because forms list all of them. */
const MAX_DESIGNS = 100;

const nameTaken = () => t('saveDesign.youAlreadyHaveADesignWithThisName');

const inUse = (issuerId: string) => and(eq(designs.issuerId, issuerId), isNull(designs.retiredAt));

function requireFreeName(tx: Transaction, issuerId: string, name: string, except?: string) {
  const other = tx
    .select({ id: designs.id })
    .from(designs)
    .where(and(inUse(issuerId), eq(designs.name, name)))
    .get();
  if (other && other.id !== except) throw invalid(nameTaken(), { name: [nameTaken()] });
}

/** @throws AppError invalid for words of an organisation that no super admin has approved */
function mailColumns(actor: Issuer, { subject, text }: DesignInput['mail']) {
  const fields = { mailSubject: subject, mailText: text };
  const entered = Object.entries(fields).filter(([, value]) => value !== '');
  if (entered.length > 0 && !isReviewedIssuer(actor.organisation.id)) {
    const message = t('designMail.onlyOrganisationsThatASuperAdmin');
    throw invalid(message, Object.fromEntries(entered.map(([name]) => [name, [message]])));
  }
  return { ...fields, mailHtml: renderMailText(text) };
}

type Content = Pick<DesignInput, 'design' | 'expiresAfter' | 'mail' | 'isDraft' | 'problems'>;
type Version = Pick<Content, 'design' | 'expiresAfter'>;

/** Own artwork is published after it was checked. @throws Error otherwise */
function requireChecked({ design, isDraft, problems }: Content) {
  if (design.artwork && !isDraft && !problems) throw new Error('own artwork is published unchecked');
}

/** Stores a draft and keeps its pictures instead of those of the draft before. */
function saveDraft(
  tx: Transaction,
  actor: Issuer,
  at: { seq: number; draftNumber: number },
  { design, expiresAfter, problems = [] }: Content,
  before: DraftContent | null,
) {
  keepImages(tx, actor.organisation.id, design);
  setDraft(tx, at, { design, expiresAfter, problems });
  if (before) releaseImages(tx, actor.organisation.id, before.design);
}

function insertVersion(tx: Transaction, actor: Issuer, designSeq: number, number: number, content: Version) {
  keepImages(tx, actor.organisation.id, content.design);
  const { expiresAfter } = content;
  const design = JSON.stringify(content.design);
  tx.insert(designVersions)
    .values({
      designSeq,
      number,
      design,
      expiresAfter,
      hash: designHash(design, expiresAfter),
      createdAt: now(),
      savedBy: memberId(actor),
    })
    .run();
}

/**
 * Stores a new design, in a transaction.
 * @returns its id
 * @throws AppError conflict with too many designs; invalid for a name that is taken
 */
export function insertDesign(tx: Transaction, actor: Issuer, name: string, content: Content): string {
  requireChecked(content);
  requireStillMay(tx, actor, 'certificates');
  const issuerId = actor.organisation.id;
  const used = tx.select({ count: count() }).from(designs).where(inUse(issuerId)).get()?.count ?? 0;
  if (used >= MAX_DESIGNS) {
    throw new AppError(
      'conflict',
      t('saveDesign.youAlreadyUseMaxdesignsDesigns', { maxDesigns: MAX_DESIGNS }),
    );
  }
  requireFreeName(tx, issuerId, name);
  const id = newId();
  const { seq } = tx
    .insert(designs)
    .values({
      id,
      issuerId,
      name,
      version: content.isDraft ? 0 : 1,
      createdAt: now(),
      ...mailColumns(actor, content.mail),
    })
    .returning({ seq: designs.seq })
    .get();
  if (content.isDraft) saveDraft(tx, actor, { seq, draftNumber: 0 }, content, null);
  else insertVersion(tx, actor, seq, 1, content);
  recordAct(tx, actor, 'design.created', { object: ['design', id] });
  return id;
}

/**
 * Creates a design.
 * @param input the fields of `designSchema`
 * @returns its id
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; invalid; conflict with too many designs
 */
export function createDesign(actor: Actor, input: DesignInput): string {
  requireIssuer(actor, 'certificates');
  const { name, ...content } = input;
  requireTexts(actor.organisation.id, input);
  return transaction((tx) => {
    return storeAnswer(tx, insertDesign(tx, actor, name, content));
  });
}

const withJson = ({ design, expiresAfter }: DraftContent) => ({
  design: JSON.stringify(design),
  expiresAfter,
});

/** Whether a content differs from a stored one. */
const isOther = (content: Version, stored: { design: string; expiresAfter: string | null }) =>
  JSON.stringify(content.design) !== stored.design ||
  !isSameDuration(content.expiresAfter, stored.expiresAfter);

/** Removes the draft of a design that is published. */
function endDraft(
  tx: Transaction,
  actor: Issuer,
  record: { seq: number; draftNumber: number },
  draft: DraftContent,
) {
  setDraft(tx, record, null);
  releaseImages(tx, actor.organisation.id, draft.design);
}

/**
 * Saves a design. Changing its look or validity makes a new version; changing its name or its mail does not.
 * @param input the fields of `designSchema`, with the version that was opened
 * @returns whether anything changed
 * @throws AppError as `ownDesign`; invalid; conflict when it is retired, or was saved since it was opened
 */
export function updateDesign(actor: Actor, id: string, input: DesignInput): boolean {
  requireIssuer(actor, 'certificates');
  const { name, mail, ...content } = input;
  requireTexts(actor.organisation.id, input);
  requireChecked(input);
  return transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const { record, version, draft, current } = ownDesign(actor, id);
    if (record.retiredAt !== null) {
      throw new AppError('conflict', t('saveDesign.thisDesignIsRetired'));
    }
    requireNothingNewer({ ...record, design: current.design }, input);
    const renamed = name !== record.name;
    if (renamed) requireFreeName(tx, actor.organisation.id, name, id);
    const differs = !version || isOther(content, version);
    const changed = differs && !input.isDraft;
    const isNewDraft = input.isDraft && isOther(content, withJson(current));
    const hasOtherMail = mail.subject !== record.mailSubject || mail.text !== record.mailText;
    const isDraftDone = draft !== null && !input.isDraft;
    if (isNewDraft) saveDraft(tx, actor, record, input, draft);
    const number = changed ? record.version + 1 : record.version;
    if (changed) insertVersion(tx, actor, record.seq, number, content);
    if (isDraftDone) endDraft(tx, actor, record, draft);
    // A draft saves itself while it is edited, which is no act each time.
    if (!renamed && !changed && !hasOtherMail) return isNewDraft || isDraftDone;
    recordAct(tx, actor, 'design.changed', {
      object: ['design', id],
      before: {
        name: record.name,
        version: record.version,
        ...(hasOtherMail && { mailSubject: record.mailSubject }),
      },
      after: { name, version: number, ...(hasOtherMail && { mailSubject: mail.subject }) },
    });
    const mailSet = hasOtherMail ? mailColumns(actor, mail) : {};
    tx.update(designs)
      .set({ name, version: number, ...mailSet })
      .where(eq(designs.seq, record.seq))
      .run();
    storeAnswer(tx);
    return true;
  });
}

/** A name for a new design that the issuer has not: the wanted one, which may be cut and get a number. */
export function freeName(issuerId: string, wanted: string): string {
  const taken = new Set(
    db()
      .select({ name: designs.name })
      .from(designs)
      .where(inUse(issuerId))
      .all()
      .map(({ name }) => name),
  );
  // Not within a surrogate pair.
  const short = wanted
    .slice(0, 90)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
  let name = short;
  for (let number = 2; taken.has(name); number += 1) name = `${short} (${number})`;
  return name;
}

/**
 * Copies a design, which may be retired.
 * @returns the id of the copy
 * @throws AppError as `ownDesign`; conflict with too many designs
 */
export function duplicateDesign(actor: Actor, id: string): string {
  requireIssuer(actor, 'certificates');
  return transaction((tx) => {
    const { record, version, draft, current } = ownDesign(actor, id);
    const name = freeName(actor.organisation.id, t('saveDesign.copyOfName', { name: record.name }));
    const content = {
      ...current,
      isDraft: draft !== null || !version,
      mail: { subject: record.mailSubject, text: record.mailText },
    };
    return insertDesign(tx, actor, name, content);
  });
}
