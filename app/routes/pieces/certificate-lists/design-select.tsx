import type { DesignChoices } from '#app/designs/list-designs.server.ts';
import { STANDARD_DESIGN } from '#app/drawing/design.ts';
import { Select } from '#app/ui/form.tsx';
import { t } from '#messages';

type DesignSelectProps = {
  choices: DesignChoices;
  value?: string;
  /** Name of the course, if it is known. */
  course?: string;
  /** Label for no choice, if that does not mean the default. */
  unchosen?: string;
};

/** Label of the default design for a course. */
function defaultLabel({ byDefault, byCourse }: DesignChoices, course: string | undefined): string {
  const ofCourse = course !== undefined && Object.hasOwn(byCourse, course) ? byCourse[course] : undefined;
  if (ofCourse !== undefined) return t('designSelect.defaultOfThisCourseOfcourse', { ofCourse });
  const general = byDefault ?? t('common.standard');
  return Object.keys(byCourse).length > 0
    ? t('designSelect.defaultOfTheCourseOrGeneral', { general })
    : t('designSelect.defaultGeneral', { general });
}

/** Selects the design of new certificates. Renders nothing for an issuer without designs. */
export function DesignSelect({ choices, value = '', course, unchosen }: DesignSelectProps) {
  if (choices.designs.length === 0) return null;
  return (
    <Select label={t('common.design')} name="designId" defaultValue={value}>
      <option value="">{unchosen ?? defaultLabel(choices, course?.trim())}</option>
      <option value={STANDARD_DESIGN}>{t('common.standard')}</option>
      {choices.designs.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
