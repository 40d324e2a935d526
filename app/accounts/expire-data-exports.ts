/**
 * The beginning of a statement that expires copies of data (data_exports), for a condition on `user_id`. A copy that is being made begins
 * again, because it may have read what its account may not have any more.
 */
export const EXPIRE_DATA_EXPORTS =
  'update data_exports set expires_at = iif(bytes is null, null, 0), next_attempt_at = next_attempt_at + 1 where';
