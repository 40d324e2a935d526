import Database from 'better-sqlite3';
import { hashToken } from '#app/shared/ids.server.ts';
import { addSearchFunctions } from '#db/client.ts';
import { foundOrganisations } from './organisations.ts';

const TOKEN = 't'.repeat(43);

/**
 * Adds an approved issuer to the database of a server.
 * @returns the token of its login
 */
export function addIssuer(file: string): string {
  const database = new Database(file);
  addSearchFunctions(database);
  const now = Date.now();
  database
    .prepare(
      `insert into users (id, name, email, username, role, password_hash, email_verified_at, created_at)
       values ('issuer', 'Aurora', 'aurora@people.example', 'aurora', 'admin', '-', 1, 1)`,
    )
    .run();
  database
    .prepare("insert into issuer_decisions (user_id, decision, decided_at) values ('issuer', 'approved', 1)")
    .run();
  database
    .prepare(
      `insert into sessions (id, token_hash, user_id, kind, address, created_at, last_used_at, expires_at)
       values ('session', ?, 'issuer', 'token', '127.0.0.1', ?, ?, ?)`,
    )
    .run(hashToken(TOKEN), now, now, now + 3_600_000);
  foundOrganisations(database);
  database.close();
  return TOKEN;
}
