import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { identity, ofUser, toUser, users } from './accounts.ts';

/** Issuers. The ID is that of the account that registered it, so that columns `issuer_id` refer to both. */
export const organisations = sqliteTable(
  'organisations',
  {
    id: ofUser('id').primaryKey(),
    name: text().notNull(),
    username: text().notNull().unique(),
    createdAt: integer('created_at').notNull(),
    /** A closed organisation has no members and issues nothing any more. */
    closedAt: integer('closed_at'),
    closedBy: toUser('closed_by'),
    /** The name as searches compare it (`search_text`). Triggers write it. */
    searchedName: text('searched_name').notNull().default(''),
  },
  ({ closedBy, searchedName }) => [
    index('organisations_by_closer').on(closedBy),
    index('organisations_by_searched_name').on(searchedName),
  ],
);

const ofOrganisation = () =>
  text('organisation_id')
    .notNull()
    .references(() => organisations.id, { onDelete: 'cascade' });

/** Accounts that act for an organisation. An open organisation has exactly one owner. */
export const memberships = sqliteTable(
  'memberships',
  {
    organisationId: ofOrganisation(),
    userId: ofUser('user_id').notNull(),
    role: text({ enum: ['owner', 'issuer', 'author', 'viewer'] }).notNull(),
    since: integer().notNull(),
    /** The member who invited this one. Null for the account that registered the organisation. */
    addedBy: text('added_by').references(() => users.id, { onDelete: 'set null' }),
    /** Whether this member gets the weekly summary, if the organisation wants it. */
    summary: integer({ mode: 'boolean' }).notNull().default(true),
  },
  ({ organisationId, userId, role, addedBy }) => [
    primaryKey({ columns: [organisationId, userId] }),
    uniqueIndex('memberships_owner').on(organisationId).where(sql`${role} = 'owner'`),
    index('memberships_by_user').on(userId, organisationId),
    index('memberships_by_adder').on(addedBy),
  ],
);

/** Open invitations, one for each address and organisation. Deleted once they are used or withdrawn. */
export const invitations = sqliteTable(
  'invitations',
  {
    ...identity(),
    organisationId: ofOrganisation(),
    /** SHA-256 in hex of the token in the mailed link. */
    tokenHash: text('token_hash').notNull().unique(),
    /** In lower case. */
    email: text().notNull(),
    role: text({ enum: ['issuer', 'author', 'viewer'] }).notNull(),
    invitedBy: ofUser('invited_by').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  ({ organisationId, email, invitedBy, expiresAt }) => [
    uniqueIndex('invitations_by_address').on(organisationId, email),
    index('invitations_by_inviter').on(invitedBy),
    index('invitations_by_expiry').on(expiresAt),
  ],
);

/** Ownership that a member was asked to take over. */
export const ownershipTransfers = sqliteTable(
  'ownership_transfers',
  {
    organisationId: text('organisation_id')
      .primaryKey()
      .references(() => organisations.id, { onDelete: 'cascade' }),
    userId: ofUser('user_id').notNull(),
    requestedAt: integer('requested_at').notNull(),
  },
  ({ userId }) => [index('ownership_transfers_by_user').on(userId)],
);
