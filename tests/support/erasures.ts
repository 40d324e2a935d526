import { sqlite } from '#db/client.ts';
import { PASSWORD, type Person } from './factories.ts';
import { fetchApi } from './handler.ts';

// The holder who is erased in tests of erasures.

export const NAME = 'Quillon Vantongeren';
export const EMAIL = 'quillon.v@people.example';
export const HELD = { studentName: NAME, studentEmail: EMAIL };

/** Erases the holder over the API. */
export const erase = ({ token }: Person, fields: Record<string, unknown> = {}) =>
  fetchApi('holders/erasure', {
    token,
    json: { email: EMAIL, reason: 'Request of 14 March', password: PASSWORD, ...fields },
  });

/** The first column of a query. */
export const rows = (sql: string, ...values: unknown[]) =>
  sqlite()
    .prepare(sql)
    .pluck()
    .all(...values);
