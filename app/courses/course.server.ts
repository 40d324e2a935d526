import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Actor, ActorUser } from '#app/accounts/actor.server.ts';
import { VIDEO_KINDS, type VideoType } from '#app/files/media/sniff.ts';
import { db, type Transaction } from '#db/client.ts';
import type { LESSON_TYPES } from '#db/schema/courses.ts';
import { courseDrafts, courses, courseUnpublications, lessons, media, modules } from '#db/schema/courses.ts';
import { organisations } from '#db/schema/organisations.ts';
import { couponUses, payments } from '#db/schema/payments.ts';

export type LessonType = (typeof LESSON_TYPES)[number];

export type Lesson = {
  id: string;
  type: LessonType;
  title: string;
  /** As the author wrote it. */
  duration: string;
  durationSeconds: number;
  /** Path of the video for logged-in readers. Null for other types, and for a reader who must buy the course first. */
  videoPath: string | null;
  /** Of the video. */
  contentType: string | null;
  /** Whether only its author sees it. */
  isDraft: boolean;
  /** Whether the reader may take the lesson. */
  isOpen: boolean;
  /** The title of the lesson that must be done before this one opens. */
  opensAfter?: string | null;
};

export type Module = { id: string; title: string; isDraft: boolean; lessons: Lesson[] };

export type Thumbnail = {
  /** Path of the largest size. */
  path: string;
  /** Value of `srcset`: all sizes with their widths. */
  srcSet: string;
  /** Pixels of the largest size. */
  width: number;
  height: number;
};

/** A course as lists show it. */
export type CourseSummary = {
  id: string;
  title: string;
  description: string;
  category: string | null;
  /** US cents, or null. */
  priceMinor: number | null;
  /** Whether the first lesson of a course with a price is open to everybody who is logged in. */
  firstLessonFree: boolean;
  thumbnail: Thumbnail;
  /** Mean of all ratings; 0 without ratings. */
  rating: number;
  reviewCount: number;
  studentsEnrolled: number;
  creator: { id: string; username: string };
  /** Without drafts. */
  moduleCount: number;
  /** Whether its author has not published it yet. */
  isDraft: boolean;
  /** Set while the course is out of the catalogue. `unpublishedAt` is in ms UTC. */
  unpublication: { reason: string; unpublishedAt: number; isRemoved: boolean } | null;
  /** Increases with every change to the course, its modules and lessons. */
  version: number;
  createdAt: number;
  updatedAt: number;
};

export type Course = CourseSummary & { modules: Module[] };

/** Columns for `toSummary`. The query must join `courses` with `organisations` (the owner) and `media` (the thumbnail). */
export const summaryColumns = {
  seq: courses.seq,
  id: courses.id,
  title: courses.title,
  description: courses.description,
  category: courses.category,
  priceMinor: courses.priceMinor,
  firstLessonFree: courses.firstLessonFree,
  studentCount: courses.studentCount,
  ratingSum: courses.ratingSum,
  ratingCount: courses.ratingCount,
  version: courses.version,
  createdAt: courses.createdAt,
  updatedAt: courses.updatedAt,
  ownerId: courses.ownerId,
  ownerUsername: organisations.username,
  thumbnailId: courses.thumbnailId,
  thumbnailWidth: media.width,
  thumbnailHeight: media.height,
  unpublishedReason: courseUnpublications.reason,
  unpublishedAt: courseUnpublications.unpublishedAt,
  removedAt: courseUnpublications.removedAt,
  isDraft: isNotNull(courseDrafts.courseSeq).mapWith(Boolean),
  moduleCount: sql<number>`(select count(*) from ${modules} where ${modules.courseId} = ${courses.id}
    and ${modules.draftedAt} is null)`,
};

export const selectSummaries = () =>
  db()
    .select(summaryColumns)
    .from(courses)
    .innerJoin(organisations, eq(organisations.id, courses.ownerId))
    .innerJoin(media, eq(media.id, courses.thumbnailId))
    .leftJoin(courseUnpublications, eq(courseUnpublications.courseSeq, courses.seq))
    .leftJoin(courseDrafts, eq(courseDrafts.courseSeq, courses.seq))
    .$dynamic();

type SummaryRow = {
  [Column in keyof typeof summaryColumns]: ReturnType<
    ReturnType<typeof selectSummaries>['all']
  >[number][Column];
};

/** Paths of a thumbnail, which is public like the catalogue. */
export function toThumbnail(id: string, width: number, height: number): Thumbnail {
  const sizes = [320, 640, 1280] as const;
  return {
    path: `/thumbnails/${id}-1280.webp`,
    // Images are not enlarged, so a small image's file is narrower than its name says.
    srcSet: sizes
      .filter((_size, index) => index === 0 || width > (sizes[index - 1] ?? 0))
      .map((size) => `/thumbnails/${id}-${size}.webp ${Math.min(size, width)}w`)
      .join(', '),
    width,
    height,
  };
}

export const toSummary = (row: SummaryRow): CourseSummary => ({
  id: row.id,
  title: row.title,
  description: row.description,
  category: row.category,
  priceMinor: row.priceMinor,
  firstLessonFree: row.firstLessonFree,
  thumbnail: toThumbnail(row.thumbnailId, row.thumbnailWidth ?? 1280, row.thumbnailHeight ?? 720),
  rating: row.ratingCount > 0 ? row.ratingSum / row.ratingCount : 0,
  reviewCount: row.ratingCount,
  studentsEnrolled: row.studentCount,
  creator: { id: row.ownerId, username: row.ownerUsername },
  moduleCount: row.moduleCount,
  isDraft: row.isDraft,
  unpublication:
    row.unpublishedReason === null || row.unpublishedAt === null
      ? null
      : {
          reason: row.unpublishedReason,
          unpublishedAt: row.unpublishedAt,
          isRemoved: row.removedAt !== null,
        },
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

/** Path of a video. The extension is only for people who save the file. */
export const videoUrlPath = (id: string, contentType: string) =>
  `/videos/${id}.${VIDEO_KINDS[contentType as VideoType]?.extension ?? 'bin'}`;

/** The modules of several courses with their lessons, in order. */
export function modulesOf(courseIds: string[]): Map<string, Module[]> {
  const found = new Map<string, Module[]>(courseIds.map((id) => [id, []]));
  if (courseIds.length === 0) return found;
  const byId = new Map<string, Module>();
  const moduleRows = db()
    .select({
      id: modules.id,
      courseId: modules.courseId,
      title: modules.title,
      isDraft: isNotNull(modules.draftedAt).mapWith(Boolean),
    })
    .from(modules)
    .where(inArray(modules.courseId, courseIds))
    .orderBy(asc(modules.position), asc(modules.seq))
    .all();
  for (const { id, courseId, title, isDraft } of moduleRows) {
    const module = { id, title, isDraft, lessons: [] };
    byId.set(id, module);
    found.get(courseId)?.push(module);
  }
  const lessonRows = db()
    .select({
      id: lessons.id,
      type: lessons.type,
      moduleId: lessons.moduleId,
      title: lessons.title,
      duration: lessons.duration,
      durationSeconds: lessons.durationSeconds,
      videoId: lessons.videoId,
      isDraft: isNotNull(lessons.draftedAt).mapWith(Boolean),
      contentType: media.contentType,
    })
    .from(lessons)
    .innerJoin(modules, eq(modules.id, lessons.moduleId))
    .leftJoin(media, eq(media.id, lessons.videoId))
    .where(inArray(modules.courseId, courseIds))
    .orderBy(asc(lessons.position), asc(lessons.seq))
    .all();
  for (const { moduleId, videoId, ...lesson } of lessonRows) {
    const videoPath = videoId && lesson.contentType ? videoUrlPath(videoId, lesson.contentType) : null;
    byId.get(moduleId)?.lessons.push({ ...lesson, videoPath, isOpen: true });
  }
  return found;
}

/** Adds modules and lessons to courses. */
export function withModules(summaries: CourseSummary[]): Course[] {
  const found = modulesOf(summaries.map(({ id }) => id));
  return summaries.map((course) => ({ ...course, modules: found.get(course.id) ?? [] }));
}

/** Who reads a course: an actor, or the account that a signed URL was made for. */
export type Reader = Actor | { kind: 'signedUrl'; user: Pick<ActorUser, 'id' | 'role'> };

export const accountOf = (reader: Reader): Pick<ActorUser, 'id' | 'role'> | undefined =>
  'user' in reader ? reader.user : undefined;

/** SQL condition that a payment is for one of these courses and not refunded. */
const paidFor = (courseIds: string[]) =>
  and(inArray(payments.courseId, courseIds), eq(payments.state, 'paid'));

/** How many people have bought each of these courses. Refunded purchases do not count. */
export function countBuyers(
  courseIds: string[],
  tx: Pick<Transaction, 'select'> = db(),
): Map<string, number> {
  const rows = tx
    .select({ id: payments.courseId, buyers: sql<number>`count(*)` })
    .from(payments)
    .where(paidFor(courseIds))
    .groupBy(payments.courseId)
    .all();
  return new Map(rows.map(({ id, buyers }) => [id ?? '', buyers]));
}

/** Whether a reader has bought a course, and has not got the money back. */
export function hasBought(reader: Reader, courseId: string): boolean {
  const user = accountOf(reader);
  if (!user) return false;
  const own = and(paidFor([courseId]), eq(payments.payerId, user.id));
  return db().select({ one: sql`1` }).from(payments).where(own).get() !== undefined;
}

/** Whether an account has bought a course, also with a coupon that made it free, so that it can leave the course and come back. */
export function hasPaid(tx: Pick<Transaction, 'select'>, userId: string, courseId: string): boolean {
  const payment = and(paidFor([courseId]), eq(payments.payerId, userId));
  const coupon = and(
    eq(couponUses.userId, userId),
    eq(couponUses.courseId, courseId),
    isNull(couponUses.paymentId),
  );
  return (
    tx.select({ one: sql`1` }).from(payments).where(payment).get() !== undefined ||
    tx.select({ one: sql`1` }).from(couponUses).where(coupon).get() !== undefined
  );
}

/** SQL condition that the course was not removed. A removed one stays for its buyers alone. */
export const isNotRemoved = sql`${courses.seq} not in (
  select ${courseUnpublications.courseSeq} from ${courseUnpublications} where ${isNotNull(courseUnpublications.removedAt)})`;
