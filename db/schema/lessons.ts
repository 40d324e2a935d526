import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { lessons, media } from './courses.ts';

const ofLesson = () =>
  text('lesson_id')
    .notNull()
    .references(() => lessons.id, { onDelete: 'cascade' });

/** The texts of lessons of type 'text'. */
export const lessonTexts = sqliteTable('lesson_texts', {
  lessonId: ofLesson().primaryKey(),
  markdown: text().notNull(),
  /** Rendered when the text is saved, because rendering is slow for some texts. */
  html: text().notNull(),
});

/** Files that a lesson of any type offers for download. */
export const lessonFiles = sqliteTable(
  'lesson_files',
  {
    id: text().primaryKey(),
    /** Duplicates of a course share its files. */
    mediaId: text('media_id')
      .notNull()
      .references(() => media.id),
    lessonId: ofLesson(),
    /** The name for people who save the file. */
    name: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  ({ lessonId, mediaId, createdAt }) => [
    index('lesson_files_by_lesson').on(lessonId, createdAt),
    // Deleting a file checks for references.
    index('lesson_files_by_media').on(mediaId),
  ],
);

/** Captions of videos, one for each language. */
export const lessonCaptions = sqliteTable(
  'lesson_captions',
  {
    lessonId: ofLesson(),
    /** A BCP 47 tag, such as 'en' or 'pt-BR'. */
    language: text().notNull(),
    /** JSON: [start, end, text] of each cue, in milliseconds. */
    cues: text().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  ({ lessonId, language }) => [primaryKey({ columns: [lessonId, language] })],
);

// A migration also creates the FTS5 table `lessons_search` over title, text and transcript, with its triggers on `lessons`. Its column
// `scope` is the course, as `c` and its number. A migration that rebuilds `lessons` must create them again.

export const CONVERSION_STATES = ['running', 'done', 'failed'] as const;

/**
 * Conversions by ffmpeg: a poster picture, and an MP4 if browsers cannot play the file. A video without a row
 * waits for ffmpeg. The row of a converted video is deleted with its original; the MP4 has a separate row.
 */
export const videoConversions = sqliteTable(
  'video_conversions',
  {
    mediaId: text('media_id')
      .primaryKey()
      .references(() => media.id, { onDelete: 'cascade' }),
    state: text({ enum: CONVERSION_STATES }).notNull(),
    /** How much of the MP4 is made, in thousandths. Null without a conversion. */
    permille: integer(),
    /** How often it was begun. */
    tries: integer().notNull().default(0),
    /** Why it failed, for the author. */
    reason: text(),
    updatedAt: integer('updated_at').notNull(),
  },
  ({ mediaId, state }) => [index('video_conversions_running').on(mediaId).where(sql`${state} = 'running'`)],
);

/** Poster pictures that were taken from videos. */
export const videoPosters = sqliteTable('video_posters', {
  mediaId: text('media_id')
    .primaryKey()
    .references(() => media.id, { onDelete: 'cascade' }),
  thumbnailId: text('thumbnail_id')
    .notNull()
    .unique()
    .references(() => media.id),
});
