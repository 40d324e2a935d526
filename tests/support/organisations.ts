import type Database from 'better-sqlite3';
import { sqlite } from '#db/client.ts';

/** Makes the organisations of issuers that were inserted without `register`, and lets their sessions act for them. */
export const foundOrganisations = (database: Database.Database = sqlite()) =>
  database.exec(`
    insert or ignore into organisations (id, name, username, created_at)
      select id, name, username, created_at from users where role = 'admin';
    insert or ignore into memberships (organisation_id, user_id, role, since)
      select id, id, 'owner', created_at from organisations;
    update sessions set organisation_id = user_id
      where organisation_id is null and user_id in (select organisation_id from memberships);`);
