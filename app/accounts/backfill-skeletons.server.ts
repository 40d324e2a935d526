import { createPatientLoop } from '#app/shared/each-row.server.ts';
import { startPeriodic } from '#app/shared/periodic.server.ts';
import { prepared, sqlite, transaction } from '#db/client.ts';
import { skeletonsOf } from './name-skeletons.server.ts';
import { storeNameSkeletons } from './name-twins.server.ts';

/** Issuers of one step. Names of the greatest length take half a millisecond each. */
const STEP = 50;
const BETWEEN_STEPS_MS = 20;

type Issuer = { seq: number; name: string; isStored: 0 | 1 };

const issuersAfter = prepared(() =>
  sqlite().prepare<[number], Issuer>(
    `select seq, o.name, exists (select 1 from issuer_name_skeletons where user_seq = u.seq) as isStored
     from users u join organisations o on o.id = u.id where seq > ? order by seq limit ${STEP}`,
  ),
);

const forEachIssuer = createPatientLoop('skeletons');

/**
 * Stores the missing skeletons of the next issuers, whose names are from before skeletons were stored.
 * @param after `seq` of the last issuer of the step before, at first 0
 * @returns `seq` of the last issuer of this step, or null if no others follow
 */
export function storeSkeletonsStep(after: number): number | null {
  const issuers = transaction((tx) => {
    const step = issuersAfter().all(after);
    forEachIssuer(
      step.filter(({ isStored }) => !isStored),
      ({ seq }) => seq,
      ({ seq, name }) => storeNameSkeletons(tx, seq, skeletonsOf(name)),
    );
    return step;
  });
  return issuers.length < STEP ? null : (issuers.at(-1)?.seq ?? null);
}

/** Stores all missing skeletons in the background. Returns a function that stops it. */
export function startStoringSkeletons() {
  let after = 0;
  return startPeriodic('skeletons of names', () => {
    const last = storeSkeletonsStep(after);
    if (last === null) return null;
    after = last;
    return BETWEEN_STEPS_MS;
  });
}
