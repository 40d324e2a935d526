import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { identity, ofUser, toUser } from './accounts.ts';

const toMedia = <Name extends string>(name: Name) => text(name).references(() => media.id);
const ofCourse = <Name extends string>(name: Name) =>
  text(name).references(() => courses.id, { onDelete: 'cascade' });

/**
 * Uploads; `file` is a lesson's download. The path consists of kind and id, never of a user's name for it.
 */
export const media = sqliteTable(
  'media',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    /** The content of an id never changes, so the id is also the strong ETag. */
    id: text().notNull().unique(),
    kind: text({ enum: ['video', 'thumbnail', 'file'] }).notNull(),
    ownerId: toUser('owner_id').notNull(),
    /** Detected from the bytes. */
    contentType: text('content_type').notNull(),
    bytes: integer().notNull(),
    /** In pixels; only for thumbnails. */
    width: integer(),
    height: integer(),
    createdAt: integer('created_at').notNull(),
  },
  ({ ownerId, bytes }) => [
    // Includes the sizes, which are added up by owner.
    index('media_by_owner').on(ownerId, bytes),
  ],
);

/**
 * The files of uploads and their SHA-256 in hex, computed when they arrive. Rows of earlier versions get theirs from the first
 * check (app/operations/check-uploads.server.ts).
 */
export const mediaFiles = sqliteTable(
  'media_files',
  {
    mediaId: text('media_id')
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
  },
  ({ mediaId, name }) => [primaryKey({ columns: [mediaId, name] })],
);

export const courses = sqliteTable(
  'courses',
  {
    ...identity(),
    ownerId: toUser('owner_id').notNull(),
    title: text().notNull(),
    description: text().notNull(),
    category: text(),
    /** US cents. Null shows no price. */
    priceMinor: integer('price_minor'),
    /** Whether the first lesson of a course with a price is open to everybody who is logged in. */
    firstLessonFree: integer('first_lesson_free', { mode: 'boolean' }).notNull().default(false),
    thumbnailId: toMedia('thumbnail_id').notNull(),
    /** Number of changes to the course, its modules and lessons. Shown as Version and `__v`. */
    version: integer().notNull().default(0),
    /** Enrolments and ratings. Maintained by triggers only. */
    studentCount: integer('student_count').notNull().default(0),
    ratingSum: integer('rating_sum').notNull().default(0),
    ratingCount: integer('rating_count').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** The member who created it. Null for the account that registered the organisation. */
    createdBy: toUser('created_by'),
  },
  ({ ownerId, seq, thumbnailId, category, studentCount, ratingSum, ratingCount, createdAt, createdBy }) => [
    index('courses_by_creator').on(createdBy).where(sql`${createdBy} is not null`),
    index('courses_by_owner').on(ownerId, seq),
    // Deleting a picture checks for references.
    index('courses_by_thumbnail').on(thumbnailId),
    // Covers all figures and filters of the catalogue, so that counting 10,000 courses reads no descriptions.
    index('courses_figures').on(category, seq, studentCount, ratingSum, ratingCount, createdAt),
  ],
);

// A migration also creates the FTS5 table `courses_search` over title, description and category, with its triggers. A migration
// that rebuilds `courses` must create the triggers again.

/**
 * Courses that are out of the catalogue: a super admin unpublished them, or they were removed and have buyers, who keep them. Publishing
 * a course again deletes its row.
 */
export const courseUnpublications = sqliteTable(
  'course_unpublications',
  {
    courseSeq: integer('course_seq')
      .primaryKey()
      .references(() => courses.seq, { onDelete: 'cascade' }),
    reason: text().notNull(),
    unpublishedBy: toUser('unpublished_by').notNull(),
    unpublishedAt: integer('unpublished_at').notNull(),
    /** When the course was removed. Only its buyers see it, until the last purchase is refunded. */
    removedAt: integer('removed_at'),
    /** Whether buyers keep the course, or get their money back. Their purchases are refunded in the background. */
    buyers: text({ enum: ['keep', 'refund'] })
      .notNull()
      .default('keep'),
  },
  ({ unpublishedBy }) => [index('course_unpublications_by_user').on(unpublishedBy)],
);

/** Courses that their author has not published yet. Publishing a course deletes its row. */
export const courseDrafts = sqliteTable('course_drafts', {
  courseSeq: integer('course_seq')
    .primaryKey()
    .references(() => courses.seq, { onDelete: 'cascade' }),
  draftedAt: integer('drafted_at').notNull(),
});

export const modules = sqliteTable(
  'modules',
  {
    ...identity(),
    courseId: ofCourse('course_id').notNull(),
    title: text().notNull(),
    position: integer().notNull(),
    /** Since when the module is a draft. Null once it is published. */
    draftedAt: integer('drafted_at'),
    createdAt: integer('created_at').notNull(),
  },
  ({ courseId, position }) => [index('modules_by_course').on(courseId, position)],
);

/** Kinds of lessons. The text and the quiz of a lesson are in db/schema/lessons.ts. */
export const LESSON_TYPES = ['video', 'text', 'quiz'] as const;

export const lessons = sqliteTable(
  'lessons',
  {
    ...identity(),
    type: text({ enum: LESSON_TYPES }).notNull().default('video'),
    moduleId: text('module_id')
      .notNull()
      .references(() => modules.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    /** As the author entered it, such as '15:30' or '25 minutes'. */
    duration: text().notNull(),
    durationSeconds: integer('duration_seconds').notNull(),
    /** Null for other types than 'video'. */
    videoId: toMedia('video_id'),
    position: integer().notNull(),
    /** Since when the lesson is a draft. Null once it is published. */
    draftedAt: integer('drafted_at'),
    createdAt: integer('created_at').notNull(),
  },
  ({ moduleId, position, type, videoId }) => [
    index('lessons_by_module').on(moduleId, position),
    index('lessons_by_video').on(videoId),
    check('lessons_video', sql`(${type} = 'video') = (${videoId} is not null)`),
  ],
);

export const enrolments = sqliteTable(
  'enrolments',
  {
    courseId: ofCourse('course_id').notNull(),
    userId: ofUser('user_id').notNull(),
    enrolledAt: integer('enrolled_at').notNull(),
  },
  ({ courseId, userId, enrolledAt }) => [
    primaryKey({ columns: [courseId, userId] }),
    index('enrolments_by_user').on(userId),
    // For the author's list of learners.
    index('enrolments_by_time').on(courseId, enrolledAt, userId),
  ],
);

/** One rating per user and course. The user must have been enrolled (docs/product.md, Courses). */
export const ratings = sqliteTable(
  'ratings',
  {
    courseId: ofCourse('course_id').notNull(),
    userId: ofUser('user_id').notNull(),
    stars: integer().notNull(),
    ratedAt: integer('rated_at').notNull(),
  },
  ({ courseId, userId, stars }) => [
    primaryKey({ columns: [courseId, userId] }),
    index('ratings_by_user').on(userId),
    check('ratings_stars', sql`${stars} between 1 and 5`),
  ],
);

/** Duplicates of courses that are not complete yet. Nobody sees them. The last step of the copy deletes the row. */
export const courseCopies = sqliteTable('course_copies', {
  courseSeq: integer('course_seq')
    .primaryKey()
    .references(() => courses.seq, { onDelete: 'cascade' }),
  begunAt: integer('begun_at').notNull(),
});

/**
 * Super admins' requests to move the courses of an account to another one of the same person. Both mailboxes confirm by the tokens
 * 'move-courses' of their accounts (`oneTimeTokens`). The newest row of an account is the one of its token.
 */
export const courseMoves = sqliteTable(
  'course_moves',
  {
    ...identity(),
    fromId: ofUser('from_id').notNull(),
    toId: ofUser('to_id').notNull(),
    requestedBy: toUser('requested_by').notNull(),
    /** Both owners read it. */
    reason: text().notNull(),
    requestedAt: integer('requested_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** Null while it waits for a mailbox. */
    outcome: text({ enum: ['moved', 'cancelled'] }),
    endedAt: integer('ended_at'),
  },
  ({ fromId, toId, requestedBy, expiresAt }) => [
    index('course_moves_by_source').on(fromId),
    index('course_moves_by_target').on(toId),
    index('course_moves_by_requester').on(requestedBy),
    index('course_moves_by_expiry').on(expiresAt),
  ],
);
