import type { Actor } from '#app/accounts/actor.server.ts';
import type { Captions } from '#app/courses/captions/captions-of.server.ts';
import type { Course, Lesson, Module } from '#app/courses/course.server.ts';
import type { LessonFile } from '#app/courses/lessons/lesson-files.server.ts';
import type { ListedCoupon } from '#app/courses/manage-coupons.server.ts';
import { accountOf } from '#app/courses/reader.ts';
import { signedVideoUrl } from '#app/courses/video-urls.server.ts';
import { toDollars } from '#app/shared/money.ts';

/** URLs of videos for a caller: signed absolute URLs with a token, or else paths that need a login. */
function videoUrls(actor: Actor) {
  const reader = accountOf(actor);
  return (path: string) => (reader ? signedVideoUrl(path, reader.id) : path);
}

/** Serializers of courses, modules and lessons for a caller. */
export function courseSerializers(actor: Actor) {
  const videoUrl = videoUrls(actor);
  const lesson = ({ id, type, title, duration, videoPath, isDraft }: Lesson) => ({
    _id: id,
    title,
    duration,
    type,
    videoUrl: videoPath && videoUrl(videoPath),
    ...(isDraft && { draft: true as const }),
  });
  const file = ({ id, name, bytes, path }: LessonFile) => ({
    _id: id,
    name,
    size: bytes,
    url: videoUrl(path),
  });
  const captions = ({ language, label, path }: Captions) => ({ language, label, url: videoUrl(path) });
  const module = ({ id, title, lessons, isDraft }: Module) => ({
    _id: id,
    title,
    lessonCount: lessons.length,
    lessons: lessons.map(lesson),
    ...(isDraft && { draft: true as const }),
  });
  const course = (found: Course) => ({
    _id: found.id,
    id: found.id,
    title: found.title,
    description: found.description,
    thumbnail: found.thumbnail.path,
    category: found.category,
    price: found.priceMinor === null ? null : toDollars(found.priceMinor),
    firstLessonFree: found.firstLessonFree,
    rating: Math.round(found.rating * 100) / 100,
    reviewCount: found.reviewCount,
    studentsEnrolled: found.studentsEnrolled,
    createdBy: { _id: found.creator.id, username: found.creator.username },
    modules: found.modules.map(module),
    createdAt: new Date(found.createdAt).toISOString(),
    updatedAt: new Date(found.updatedAt).toISOString(),
    __v: found.version,
    ...(found.isDraft && { draft: true as const }),
    ...(found.unpublication && {
      unpublication: {
        reason: found.unpublication.reason,
        unpublishedAt: new Date(found.unpublication.unpublishedAt).toISOString(),
      },
    }),
  });
  return { course, module, lesson, file, captions };
}

/** Serializes a coupon for its issuer. */
export const serializeCoupon = ({
  id,
  amountMinor,
  createdAt,
  createdBy: _member,
  ...coupon
}: ListedCoupon) => ({
  _id: id,
  ...coupon,
  amount: amountMinor === null ? null : toDollars(amountMinor),
  createdAt: new Date(createdAt).toISOString(),
});
