import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { media } from './courses.ts';

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
