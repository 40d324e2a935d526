import { and, eq, isNull } from 'drizzle-orm';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import type { Design } from '#app/drawing/design.ts';
import type { ArtworkProblem } from '#app/drawing/own-artwork/artwork.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { db, transaction } from '#db/client.ts';
import { designDefaults, designs, designVersions } from '#db/schema/designs.ts';
import { t } from '#messages';
import { type DraftContent, readDraft } from './own-artwork/drafts.server.ts';

/** A design with its newest version, for its issuer. */
export type OwnDesign = {
  id: string;
  name: string;
  /** 0 if it was never published. */
  version: number;
  /** Of the draft if there is one, and otherwise of the newest version. */
  design: Design;
  expiresAfter: string | null;
  /** The subject and the text of the mail about its certificates, or empty for the standard ones. */
  mail: { subject: string; text: string };
  isRetired: boolean;
  /** Whether it has changes that are not published. */
  isDraft: boolean;
  draftNumber: number;
  /** What keeps the draft from being published. */
  problems: ArtworkProblem[];
  /** Whether it is the issuer's default, and the courses whose default it is. */
  isDefault: boolean;
  defaultCourses: string[];
};

const newest = and(eq(designVersions.designSeq, designs.seq), eq(designVersions.number, designs.version));

/**
 * The row of one of the actor's designs.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; not-found
 */
export function ownDesign(actor: Actor, id: string) {
  requireIssuer(actor, 'read');
  const row = db()
    .select({ record: designs, version: designVersions })
    .from(designs)
    .leftJoin(designVersions, newest)
    .where(and(eq(designs.id, id), eq(designs.issuerId, actor.organisation.id)))
    .get();
  if (!row) throw notFound();
  const { record, version } = row;
  const draft = readDraft(record.draft);
  return { record, version, draft, current: draft ?? published(version) };
}

/** The content of a version. Without a draft there is one. */
function published(version: typeof designVersions.$inferSelect | null): DraftContent {
  if (!version) throw new Error('the design has neither a draft nor a version');
  return {
    design: JSON.parse(version.design) as Design,
    expiresAfter: version.expiresAfter,
    problems: [],
  };
}

/**
 * The same of a design that was published.
 * @throws AppError as `ownDesign`; conflict
 */
export function publishedDesign(actor: Actor, id: string) {
  const { record, version } = ownDesign(actor, id);
  if (!version) throw new AppError('conflict', t('ownArtwork.publishThisDesignFirst'));
  return { record, version, ...published(version) };
}

/** One of the actor's designs. Errors as `ownDesign`. */
export function findDesign(actor: Actor, id: string): OwnDesign {
  const { record, draft, current } = ownDesign(actor, id);
  const courses = db()
    .select({ name: designDefaults.course })
    .from(designDefaults)
    .where(eq(designDefaults.designSeq, record.seq))
    .orderBy(designDefaults.course)
    .all()
    .map(({ name }) => name);
  return {
    id: record.id,
    name: record.name,
    version: record.version,
    ...current,
    isDraft: draft !== null,
    draftNumber: record.draftNumber,
    mail: { subject: record.mailSubject, text: record.mailText },
    isRetired: record.retiredAt !== null,
    isDefault: courses.includes(''),
    defaultCourses: courses.filter((name) => name !== ''),
  };
}

/**
 * Retires a design. It can no longer be chosen and is no longer a default. Certificates issued with it keep it.
 * @throws AppError as `ownDesign`; conflict when it is already retired
 */
export function retireDesign(actor: Actor, id: string) {
  requireIssuer(actor, 'certificates');
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const { record } = ownDesign(actor, id);
    const { changes } = tx
      .update(designs)
      .set({ retiredAt: now() })
      .where(and(eq(designs.seq, record.seq), isNull(designs.retiredAt)))
      .run();
    if (changes === 0) throw new AppError('conflict', t('retireDesign.thisDesignIsAlreadyRetired'));
    recordAct(tx, actor, 'design.retired', { object: ['design', id] });
    tx.delete(designDefaults).where(eq(designDefaults.designSeq, record.seq)).run();
  });
}
