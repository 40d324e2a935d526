import { useId, useState } from 'react';
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { shownDate } from '#app/certificates/display.ts';
import { FIELDS, FORM_FIELDS, fieldOf, isDateField, isOptional } from '#app/certificates/fields.ts';
import { havePictures, type OwnField } from '#app/certificates/own-fields.ts';
import type { DesignChoices } from '#app/designs/list-designs.server.ts';
import { joinSentences } from '#app/messages/join-sentences.ts';
import { DesignSelect } from '#app/routes/pieces/certificate-lists/design-select.tsx';
import { scheduledPath } from '#app/routes/pieces/certificate-lists/scheduled-cells.tsx';
import { durationInWords, exampleDurations, parseDuration } from '#app/shared/durations.ts';
import type { AppError } from '#app/shared/errors.server.ts';
import { TextField } from '#app/ui/form.tsx';
import { Alert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { OwnFieldInputs } from './own-field-inputs.tsx';

type Props = {
  /** The value of a field before it was sent. */
  value: (name: string) => string;
};

type DatesProps = Partial<Props> & {
  /** Explains the default expiry, if it is not 'never'. */
  hint?: string;
  /** Says which issue date an empty field means. Without it, the date is required. */
  emptyIssueDate?: string;
};

/** The issue date, and the expiry as a date or as a duration. */
export function DateFields({ value, hint, emptyIssueDate }: DatesProps) {
  const field = (name: string) => ({ name, defaultValue: value?.(name) ?? '' });
  const examples = exampleDurations();
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label={FIELDS.issueDate.label()}
          type="date"
          {...(emptyIssueDate ? { optional: true, hint: emptyIssueDate } : { required: true })}
          {...field('issueDate')}
        />
        <TextField label={FIELDS.expiryDate.label()} type="date" optional {...field('expiryDate')} />
      </div>
      <TextField
        label={t('certificateFields.expiresAfter')}
        optional
        maxLength={40}
        autoComplete="off"
        placeholder={examples.years}
        hint={joinSentences([t('certificateFields.insteadOfAnExpiryDate', examples), hint])}
        {...field('expiresAfter')}
      />
    </>
  );
}

/** Says until when a certificate is valid if its design decides that. */
export const expiryByDesign = (expiryDate: string | null, validity: string | null): string | null => {
  const duration = validity === null ? null : parseDuration(validity);
  return (
    duration &&
    t('certificateFields.validUntilDateByTheDesign', {
      date: shownDate(expiryDate),
      duration: durationInWords(duration),
    })
  );
};

type CertificateProps = Props & {
  designs: DesignChoices;
  own: readonly OwnField[];
  /** Whether own fields without a value have their defaults, as on a new form. */
  withDefaults?: boolean;
  /** Courses that the name may be one of. */
  courses: readonly string[];
  /** Label for no choice of a design, if that does not mean the default. */
  unchosenDesign?: string;
};

/** After a refused form the page is loaded again: own fields may have been declared or retired since it was opened. */
export const revalidateRefused = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  defaultShouldRevalidate || actionStatus === 400;

/** All but those of `DateFields`. */
const OTHERS = FORM_FIELDS.filter((name) => name !== 'issueDate' && name !== 'expiryDate').map(fieldOf);

/** How a form with these own fields is sent. */
export const encodingFor = (own: readonly OwnField[]) =>
  havePictures(own) ? ({ encType: 'multipart/form-data' } as const) : {};

/** The fields of a new certificate. */
export function CertificateFields(props: CertificateProps) {
  const { value, designs, own, withDefaults = false, courses, unchosenDesign } = props;
  const known = useId();
  const [course, setCourse] = useState(value('courseName'));
  return (
    <>
      {OTHERS.map(({ name, kind, label, maxLength }) => (
        <TextField
          key={name}
          label={label()}
          type={isDateField(name) ? 'date' : kind === 'email' ? 'email' : 'text'}
          {...(isOptional(name) ? { optional: true } : { required: true })}
          maxLength={maxLength}
          autoComplete="off"
          {...(name === 'courseName' && {
            list: known,
            onChange: (event) => setCourse(event.currentTarget.value),
          })}
          {...{ name, defaultValue: value(name) }}
        />
      ))}
      <datalist id={known}>
        {courses.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <DateFields
        value={value}
        {...(designs.designs.length > 0 && {
          hint: t('certificateFields.withoutEitherTheDesignDecidesNever', {
            never: t('certificate.never'),
          }),
        })}
      />
      <OwnFieldInputs
        fields={own}
        value={(name) => (withDefaults && value(name) === '' ? undefined : value(name))}
      />
      <DesignSelect
        choices={designs}
        value={value('designId')}
        course={course}
        {...(unchosenDesign && { unchosen: unchosenDesign })}
      />
    </>
  );
}

/** Data of a `duplicate` error for the form. */
export const duplicateDetails = (error: AppError | null) => ({
  duplicateOf: error?.code === 'duplicate' ? String(error.details?.duplicateOf) : null,
  isScheduled: error?.details?.isScheduled === true,
});

type QuestionProps = {
  failure: { message: string; duplicateOf: string | null; isScheduled?: boolean } | undefined;
  pending: boolean;
};

/** After the error `duplicate`, asks whether to issue a second certificate. Its button submits the form again. */
export const DuplicateQuestion = ({ failure, pending }: QuestionProps) =>
  failure?.duplicateOf && (
    <Alert tone="warning" title={t('duplicateQuestion.issueASecondCertificate')}>
      <div className="grid justify-items-start gap-3">
        <p>{failure.message}</p>
        <SubmitButton
          name="allowDuplicate"
          value="on"
          variant="secondary"
          pending={pending}
          pendingText={t('common.issuing')}
        >
          {t('duplicateQuestion.issueAnotherOne')}
        </SubmitButton>
        {failure.isScheduled ? (
          <Link className="link" to={scheduledPath(failure.duplicateOf)}>
            {t('scheduledCells.changeUniqueid', { uniqueId: failure.duplicateOf })}
          </Link>
        ) : (
          <Link className="link" to={`/admin/issued-certificates/${failure.duplicateOf}/replacement`}>
            {t('duplicateQuestion.replaceDuplicateofByACorrectedOne', { duplicateOf: failure.duplicateOf })}
          </Link>
        )}
      </div>
    </Alert>
  );
