import { and, eq, isNull } from 'drizzle-orm';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import type { Design } from '#app/drawing/design.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError, notFound } from '#app/shared/errors.server.ts';
import { db, transaction } from '#db/client.ts';
import { designDefaults, designs, designVersions } from '#db/schema/designs.ts';
import { t } from '#messages';

/** A design with its newest version, for its issuer. */
export type OwnDesign = {
  id: string;
  name: string;
  version: number;
  versionId: number;
  design: Design;
  expiresAfter: string | null;
  /** The subject and the text of the mail about its certificates, or empty for the standard ones. */
  mail: { subject: string; text: string };
  isRetired: boolean;
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
    .innerJoin(designVersions, newest)
    .where(and(eq(designs.id, id), eq(designs.issuerId, actor.organisation.id)))
    .get();
  if (!row) throw notFound();
  return row;
}

/** One of the actor's designs. Errors as `ownDesign`. */
export function findDesign(actor: Actor, id: string): OwnDesign {
  const { record, version } = ownDesign(actor, id);
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
    versionId: version.id,
    design: JSON.parse(version.design) as Design,
    expiresAfter: version.expiresAfter,
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
