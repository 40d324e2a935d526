import { and, eq, isNull } from 'drizzle-orm';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import { requireStillMay } from '#app/accounts/organisations/still-may.server.ts';
import { recordAct } from '#app/audit/record-act.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { transaction } from '#db/client.ts';
import { designDefaults, designs } from '#db/schema/designs.ts';
import { t } from '#messages';
import { ownDesign } from './design.server.ts';

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
