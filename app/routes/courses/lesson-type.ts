import { t } from '#messages';

/** What the types of lessons are called. */
export const lessonTypes = () => ({
  video: t('lessonType.video'),
  text: t('lessonType.text'),
  quiz: t('lessonType.quiz'),
});
