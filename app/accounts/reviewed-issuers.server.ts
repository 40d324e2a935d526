import { prepared, sqlite } from '#db/client.ts';

const reviewed = prepared(() =>
  sqlite()
    .prepare(
      `select 1 from issuer_decisions
       where user_id = ? and decided_by is not null and decision in ('approved', 'reinstated') limit 1`,
    )
    .pluck(),
);

/** Whether a super admin has approved an issuer. With ISSUER_APPROVAL=auto, issuers are active without that. */
export const isReviewedIssuer = (issuerId: string): boolean => reviewed().get(issuerId) === 1;
