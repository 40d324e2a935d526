import { t } from '#messages';

export const lessonTypes = () => ({
  video: t('lessonType.video'),
  text: t('lessonType.text'),
  quiz: t('lessonType.quiz'),
});
