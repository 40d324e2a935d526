import { and, count, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/membership.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { transaction } from '#db/client.ts';
import { designDefaults } from '#db/schema/designs.ts';
import { t } from '#messages';
import type { defaultSchema, noDefaultSchema } from './design.schema.server.ts';
import { ownDesign, publishedDesign } from './design.server.ts';

const MAX_DEFAULTS = 500;

/**
 * Makes a design the default of a course, or, without a course name, of the issuer.
 * @param input {courseName?}
 * @throws AppError as `ownDesign`; invalid; conflict when it is retired or was never published, or with too many defaults
 */
export function setDefaultDesign(actor: Actor, id: string, input: z.output<typeof defaultSchema>) {
  requireIssuer(actor, 'certificates');
  const { courseName } = input;
  const issuerId = actor.organisation.id;
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const { record } = publishedDesign(actor, id);
    if (record.retiredAt !== null) throw new AppError('conflict', t('defaultDesign.thisDesignIsRetired'));
    const own = eq(designDefaults.issuerId, issuerId);
    const defaults = tx.select({ count: count() }).from(designDefaults).where(own).get()?.count ?? 0;
    if (defaults >= MAX_DEFAULTS) {
      throw new AppError(
        'conflict',
        t('defaultDesign.maxdefaultsCoursesAlreadyHaveADefaultDesign', { maxDefaults: MAX_DEFAULTS }),
      );
    }
    recordAct(tx, actor, 'design.default', { object: ['design', id], after: { courseName } });
    tx.insert(designDefaults)
      .values({ issuerId, course: courseName, designSeq: record.seq })
      .onConflictDoUpdate({
        target: [designDefaults.issuerId, designDefaults.course],
        set: { designSeq: record.seq },
      })
      .run();
  });
}

/**
 * Removes a design as the default of a course or of the issuer, if it is one.
 * @param input {courseName?}
 * @throws AppError as `ownDesign`; invalid
 */
export function removeDefaultDesign(actor: Actor, id: string, input: z.output<typeof noDefaultSchema>) {
  requireIssuer(actor, 'certificates');
  const { courseName } = input;
  transaction((tx) => {
    requireStillMay(tx, actor, 'certificates');
    const { record } = ownDesign(actor, id);
    const { changes } = tx
      .delete(designDefaults)
      .where(and(eq(designDefaults.designSeq, record.seq), eq(designDefaults.course, courseName)))
      .run();
    const before = { courseName };
    if (changes > 0) recordAct(tx, actor, 'design.no_default', { object: ['design', id], before });
  });
}
