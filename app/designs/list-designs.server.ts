import { and, desc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { namesOfMembers } from '#app/accounts/account-names.server.ts';
import { type Actor, requireIssuer } from '#app/accounts/actor.server.ts';
import type { Base } from '#app/drawing/design.ts';
import type { PageSize } from '#app/drawing/drawing.ts';
import type { ArtworkPage } from '#app/drawing/own-artwork/artwork.ts';
import { contains, page, seqBefore } from '#app/shared/list-queries.server.ts';
import type { listSchema } from '#app/shared/list-query.ts';
import { db, prepared } from '#db/client.ts';
import { designDefaults, designs, designVersions } from '#db/schema/designs.ts';

export type ListedDesign = {
  id: string;
  name: string;
  base: Base;
  pageSize: PageSize;
  /** The page of own artwork, or null. */
  page: ArtworkPage | null;
  /** 0 if it was never published. */
  version: number;
  /** Whether it has changes that are not published. */
  isDraft: boolean;
  draftNumber: number;
  expiresAfter: string | null;
  /** Whether it is the issuer's default. */
  isDefault: boolean;
  /** How many courses it is the default of. */
  defaultCourses: number;
  /** Milliseconds UTC. */
  createdAt: number;
  /** The member who saved its newest version, if the organisation has several. */
  savedBy: string | null;
};

const defaults = (where: string) =>
  sql<number>`(select count(*) from ${designDefaults} where ${designDefaults.designSeq} = ${designs.seq}
    and ${designDefaults.course} ${sql.raw(where)})`;

/** The design of a row: its draft, or else its newest version. */
const look = sql`coalesce(${designs.draft} -> '$.design', ${designVersions.design})`;

/**
 * The actor's designs, newest first.
 * @param input {limit?, cursor?, q?}; `q` is part of the name
 * @param retired whether to list the retired designs instead of those in use
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer; invalid
 */
export function listDesigns(actor: Actor, input: z.output<typeof listSchema>, retired = false) {
  requireIssuer(actor, 'read');
  const { limit, cursor, q = '' } = input;
  const found = db()
    .select({
      seq: designs.seq,
      id: designs.id,
      name: designs.name,
      base: sql<Base>`${look} ->> '$.base'`,
      pageSize: sql<PageSize>`coalesce(${look} ->> '$.pageSize', 'a4')`,
      page: sql<ArtworkPage | null>`${look} ->> '$.artwork.page'`,
      version: designs.version,
      isDraft: sql<number>`${designs.draft} is not null`,
      draftNumber: designs.draftNumber,
      expiresAfter: sql<string | null>`case when ${designs.draft} is null then ${designVersions.expiresAfter}
        else ${designs.draft} ->> '$.expiresAfter' end`,
      isDefault: defaults("= ''"),
      defaultCourses: defaults("<> ''"),
      createdAt: designs.createdAt,
      savedBy: designVersions.savedBy,
    })
    .from(designs)
    .leftJoin(
      designVersions,
      and(eq(designVersions.designSeq, designs.seq), eq(designVersions.number, designs.version)),
    )
    .where(
      and(
        eq(designs.issuerId, actor.organisation.id),
        lt(designs.seq, seqBefore(cursor)),
        retired ? isNotNull(designs.retiredAt) : isNull(designs.retiredAt),
        q.trim() === '' ? undefined : contains(designs.name, q.trim()),
      ),
    )
    .orderBy(desc(designs.seq))
    .limit(limit + 1)
    .all();
  const { rows, nextCursor } = page(found, limit);
  const nameOf = namesOfMembers(
    actor.organisation.id,
    rows.map(({ savedBy }) => savedBy),
  );
  const toListed = ({ seq: _, savedBy, ...row }: (typeof rows)[number]): ListedDesign => ({
    ...row,
    isDraft: row.isDraft > 0,
    isDefault: row.isDefault > 0,
    savedBy: nameOf(savedBy),
  });
  return { designs: rows.map(toListed), nextCursor };
}

const MOST_FILTERS = 500;

const ofIssuer = prepared(() =>
  db()
    .select({ id: designs.id, name: designs.name, retiredAt: designs.retiredAt })
    .from(designs)
    .where(eq(designs.issuerId, sql.placeholder('issuerId')))
    .orderBy(isNotNull(designs.retiredAt), designs.name)
    .limit(MOST_FILTERS)
    .prepare(),
);

/**
 * All designs of the actor for a list's filter, designs in use first.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer
 */
export function everyDesign(actor: Actor): { id: string; name: string; isRetired: boolean }[] {
  requireIssuer(actor, 'read');
  return ofIssuer()
    .all({ issuerId: actor.organisation.id })
    .map(({ id, name, retiredAt }) => ({ id, name, isRetired: retiredAt !== null }));
}

/** Designs to choose from, and the defaults. */
export type DesignChoices = {
  designs: { id: string; name: string }[];
  /** Name of the issuer's default. Null for the built-in layout. */
  byDefault: string | null;
  /** Names of the default designs by course. */
  byCourse: Record<string, string>;
};

/**
 * The designs that the actor can choose for a certificate.
 * @throws AppError unauthenticated; forbidden unless the actor is an active issuer
 */
export function designChoices(actor: Actor): DesignChoices {
  requireIssuer(actor, 'read');
  const own = db()
    .select({ id: designs.id, name: designs.name })
    .from(designs)
    .where(
      and(eq(designs.issuerId, actor.organisation.id), isNull(designs.retiredAt), gt(designs.version, 0)),
    )
    .orderBy(designs.name)
    .all();
  const chosen = db()
    .select({ course: designDefaults.course, name: designs.name })
    .from(designDefaults)
    .innerJoin(designs, eq(designs.seq, designDefaults.designSeq))
    .where(eq(designDefaults.issuerId, actor.organisation.id))
    .all();
  return {
    designs: own,
    byDefault: chosen.find(({ course }) => course === '')?.name ?? null,
    byCourse: Object.fromEntries(
      chosen.filter(({ course }) => course !== '').map(({ course, name }) => [course, name]),
    ),
  };
}
