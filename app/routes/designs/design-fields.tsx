import {
  fieldLabels,
  MAX_NAME_LENGTH,
  SIGNATORIES,
  TEXT_LENGTHS,
  type TextName,
} from '#app/designs/design-form.ts';
import { BASES, type DateStyle, type LayoutBase, MAX_FILLED_LENGTH, TYPEFACES } from '#app/drawing/design.ts';
import type { PageSize } from '#app/drawing/drawing.ts';
import { PLACEHOLDERS } from '#app/drawing/placeholders.ts';
import { exampleDurations } from '#app/shared/durations.ts';
import { Checkbox, FileField, Select, TextField, useFormState } from '#app/ui/form.tsx';
import { rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import { MailFields } from './mail-fields.tsx';

type Props = {
  languages: { value: string; label: string }[];
  /** Placeholders of own fields. */
  placeholders: string[];
  /** Whether a super admin has approved the issuer, so that its mails may have its own words. */
  hasOwnMail: boolean;
  value: (name: string) => string;
};

const titled = (name: string) => {
  const text = name.replaceAll('-', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
/** The names of the typefaces are proper names. */
const typefaces = TYPEFACES.map((value) => ({ value, label: titled(value) }));

const pageSizes = (): { value: PageSize; label: string }[] => [
  { value: 'a4', label: 'A4' },
  { value: 'letter', label: t('designFields.usLetter') },
];

/** How dates may be written, with names for people. */
export const dateStyles = (): { value: DateStyle; label: string }[] => [
  { value: 'numbers', label: t('designFields.datesInNumbers') },
  { value: 'words', label: t('designFields.datesInWords') },
];

const baseLabels = (): Record<LayoutBase, string> => ({
  heritage: t('layouts.heritage'),
  collegiate: t('layouts.collegiate'),
  ribbon: t('layouts.ribbon'),
  modern: t('layouts.modern'),
  minimal: t('layouts.minimal'),
  'portrait-classic': t('layouts.portraitClassic'),
  'portrait-modern': t('layouts.portraitModern'),
});

/** Display name of a base layout. */
export const baseLabel = (base: LayoutBase) => baseLabels()[base];

const COLOURS = ['primary', 'accent', 'paper'] as const;
const TEXTS = Object.keys(TEXT_LENGTHS) as TextName[];

type Entered = Pick<Props, 'value'>;

const fieldOf =
  ({ value }: Entered) =>
  (name: string) => ({ name, defaultValue: value(name) });

type FieldProps = { name: string; defaultValue?: string };

export const NameField = (field: FieldProps) => (
  <TextField label={fieldLabels().name} required maxLength={MAX_NAME_LENGTH} autoComplete="off" {...field} />
);

export const ValidityField = (field: FieldProps) => (
  <TextField
    label={fieldLabels().expiresAfter}
    optional
    maxLength={40}
    autoComplete="off"
    placeholder={exampleDurations().years}
    hint={t('designFields.defaultValidityOfCertificatesInThisDesign')}
    {...field}
  />
);

function Look(entered: Entered) {
  const { value } = entered;
  const field = fieldOf(entered);
  return (
    <fieldset className="design-group">
      <legend>{t('designFields.look')}</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label={fieldLabels().base}
          options={BASES.map((value) => ({ value, label: baseLabel(value) }))}
          {...field('base')}
        />
        <Select label={fieldLabels().typeface} options={typefaces} {...field('typeface')} />
        <Select label={fieldLabels().pageSize} options={pageSizes()} {...field('pageSize')} />
        <Select label={fieldLabels().dateStyle} options={dateStyles()} {...field('dateStyle')} />
      </div>
      <div className="grid gap-5 sm:grid-cols-3">
        {COLOURS.map((name) => (
          <TextField key={name} type="color" label={fieldLabels()[name]} {...field(name)} />
        ))}
      </div>
      <Checkbox label={t('designFields.drawASeal')} name="seal" defaultChecked={value('seal') === 'on'} />
      <PictureField label={t('designFields.logo')} name="logo" value={value} />
    </fieldset>
  );
}

function Signatory({ number, ...entered }: Entered & { number: number }) {
  const field = fieldOf(entered);
  return (
    <fieldset className="design-group">
      <legend>{t('designFields.signatoryNumber', { number })}</legend>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('completion.name')}
          optional
          maxLength={100}
          autoComplete="off"
          {...field(`signatory${number}Name`)}
        />
        <TextField
          label={t('designFields.title')}
          optional
          maxLength={100}
          autoComplete="off"
          {...field(`signatory${number}Title`)}
        />
      </div>
      <PictureField label={t('designFields.signature')} name={`signature${number}`} value={entered.value} />
    </fieldset>
  );
}

/** Few designs have more signatories than this. */
const FIRST_SHOWN = 3;

function MoreSignatories(entered: Entered) {
  const { errors } = useFormState();
  const more = SIGNATORIES.slice(FIRST_SHOWN);
  const isUsed = more.some((number) =>
    [
      `signatory${number}Name`,
      `signatory${number}Title`,
      `signature${number}Image`,
      `signature${number}`,
    ].some((name) => entered.value(name) !== '' || errors(name) !== undefined),
  );
  return (
    <details open={isUsed}>
      <summary>{t('designFields.moreSignatories')}</summary>
      <div className="mt-5 grid gap-5">
        {more.map((number) => (
          <Signatory key={number} number={number} {...entered} />
        ))}
      </div>
    </details>
  );
}

const FORMAT_EXAMPLES = { decimals: '{hours:2}', words: '{issueDate:long}', brackets: '[{hours} h]' };

export function DesignFields({ languages, placeholders, hasOwnMail, ...entered }: Props) {
  const { value } = entered;
  const field = fieldOf(entered);
  return (
    <>
      <NameField {...field('name')} />
      <Look {...entered} />
      <fieldset className="design-group">
        <legend>{t('designFields.texts')}</legend>
        <input type="hidden" name="textsLanguage" value={value('language')} />
        <Select
          label={fieldLabels().language}
          options={languages}
          hint={t('designFields.theLanguageOfWhatTheLayoutPrints')}
          {...field('language')}
        />
        <p className="field-hint">
          {t('designFields.placeholdersAreFilledInWhen', {
            placeholders: [...PLACEHOLDERS.map((name) => `{${name}}`), ...placeholders].join(', '),
            maxFilledLength: MAX_FILLED_LENGTH,
          })}
        </p>
        {placeholders.length > 0 && (
          <p className="field-hint">{t('designFields.ownFieldsInTexts', FORMAT_EXAMPLES)}</p>
        )}
        {TEXTS.map((name) => (
          <TextField
            key={name}
            label={fieldLabels()[name]}
            required={name === 'title'}
            optional={name !== 'title'}
            maxLength={TEXT_LENGTHS[name]}
            autoComplete="off"
            {...field(name)}
          />
        ))}
      </fieldset>
      {SIGNATORIES.slice(0, FIRST_SHOWN).map((number) => (
        <Signatory key={number} number={number} {...entered} />
      ))}
      <MoreSignatories {...entered} />
      <ValidityField {...field('expiresAfter')} />
      <MailFields hasOwnMail={hasOwnMail} {...entered} />
    </>
  );
}

type PictureFieldProps = {
  label: string;
  name: string;
  /** The form's values. That of `{name}Image` is the name of the stored picture, or empty. */
  value: (name: string) => string;
};

/** A logo or a signature: the stored picture, a file field to replace it, and a checkbox to remove it. */
export function PictureField({ label, name, value }: PictureFieldProps) {
  const { errors } = useFormState();
  const stored = value(`${name}Image`);
  return (
    <div className="grid gap-3">
      <input type="hidden" name={`${name}Image`} value={stored} />
      {stored && (
        <div className="design-picture">
          <img
            src={`/admin/designs/images/${stored}.png`}
            alt={t('pictureField.storedLabel', { label })}
            width={160}
            height={80}
          />
          <label className="choice" data-plain="">
            <input type="checkbox" name={`${name}Remove`} />
            <span>
              {rich('pictureField.removeLabel', { label: <span className="sr-only"> {label}</span> })}
            </span>
          </label>
        </div>
      )}
      <FileField
        key={stored}
        label={stored ? t('pictureField.anotherLabel', { label }) : label}
        name={name}
        accept="image/png,image/jpeg,image/svg+xml"
        optional
        hint={t('pictureField.pngJpegOrSvgAtMost')}
        errors={errors(name) ?? errors(`${name}Image`)}
      />
    </div>
  );
}
