import { startPeriodic } from '#app/shared/periodic.server.ts';
import { prepared, sqlite, transaction } from '#db/client.ts';
import { skeletonsOf } from './name-skeletons.ts';
import { storeNameSkeletons } from './name-twins.server.ts';

/** Issuers of one step. Names of the greatest length take half a millisecond each. */
const STEP = 50;
const BETWEEN_STEPS_MS = 20;

type Issuer = { seq: number; name: string; isStored: 0 | 1 };

const issuersAfter = prepared(() =>
  sqlite.prepare(
    `select seq, name, exists (select 1 from issuer_name_skeletons where user_seq = u.seq) as isStored
     from users u where role = 'admin' and seq > ? order by seq limit ${STEP}`,
  ),
);

/**
 * Stores the skeletons of names from before skeletons were stored, in the background and in small steps. Returns a function that stops
 * it.
 */
export function startStoringSkeletons() {
  let after = 0;
  return startPeriodic('skeletons of names', () => {
    const issuers = transaction((tx) => {
      const step = issuersAfter().all(after) as Issuer[];
      for (const { seq, name, isStored } of step)
        if (!isStored) storeNameSkeletons(tx, seq, skeletonsOf(name));
      return step;
    });
    after = issuers.at(-1)?.seq ?? after;
    return issuers.length < STEP ? null : BETWEEN_STEPS_MS;
  });
}
