import { declarationLabels, perLabels } from '#app/certificates/field-labels.ts';
import {
  enteredAs,
  type FieldRules,
  LONGEST_CHOICE,
  MOST_CHOICES,
  MOST_LETTERS,
  type OwnKind,
  USUAL_LENGTH,
} from '#app/certificates/own-fields.ts';
import {
  HIGHEST_START,
  LONGEST_PATTERN,
  NUMBER_EXAMPLES,
  PATTERN_EXAMPLE,
} from '#app/certificates/running-numbers.ts';
import { Checkbox, Select, TextArea, TextField, useFormState } from '#app/ui/form.tsx';
import { t } from '#messages';

type Declared = { name: string; isRequired: boolean; isSearched: boolean; rules: FieldRules };

const LENGTH_OF_DATES = 40;

/** What is declared of a running number and never changes. */
function RunningInputs() {
  const labels = declarationLabels('running');
  return (
    <>
      <TextField
        name="pattern"
        label={labels.pattern}
        hint={t('ownFields.patternsHave', { ...NUMBER_EXAMPLES, example: PATTERN_EXAMPLE })}
        required
        maxLength={LONGEST_PATTERN}
        autoComplete="off"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          name="start"
          label={labels.start}
          hint={t('ownFields.usually1')}
          optional
          inputMode="numeric"
          maxLength={String(HIGHEST_START).length}
        />
        <Select
          name="per"
          label={labels.per}
          options={Object.entries(perLabels()).map(([value, label]) => ({ value, label }))}
        />
      </div>
    </>
  );
}

type InputsProps = { kind: OwnKind; rules: FieldRules };

/** The controls for what the rules of some kinds limit. */
function RuleInputs({ kind, rules }: InputsProps) {
  const labels = declarationLabels(kind);
  if (kind === 'choice')
    return (
      <TextArea
        name="choices"
        label={labels.choices}
        hint={t('ownFields.oneChoiceALine', { most: MOST_CHOICES, longest: LONGEST_CHOICE })}
        defaultValue={rules.choices?.join('\n')}
        required
      />
    );
  if (kind === 'text')
    return (
      <TextField
        name="maxLength"
        label={labels.maxLength}
        hint={t('ownFields.usuallyCharacters', { usual: USUAL_LENGTH, most: MOST_LETTERS })}
        optional
        inputMode="numeric"
        maxLength={3}
        defaultValue={enteredAs(rules.maxLength ?? '')}
      />
    );
  if (kind !== 'number' && kind !== 'date') return null;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {(['min', 'max'] as const).map((name) => (
        <TextField
          key={name}
          name={name}
          label={labels[name]}
          optional
          defaultValue={enteredAs(rules[name] ?? '')}
          {...(kind === 'date' ? { type: 'date' } : { inputMode: 'decimal', maxLength: LENGTH_OF_DATES })}
        />
      ))}
    </div>
  );
}

/** The control for the value of certificates without another. */
function DefaultInput({ kind, rules }: InputsProps) {
  const shared = {
    name: 'default',
    label: declarationLabels(kind).default,
    optional: true,
    hint: t('ownFields.forCertificatesWithoutAnother'),
    defaultValue: enteredAs(rules.default ?? ''),
  } as const;
  if (kind === 'boolean')
    return (
      <Select
        {...shared}
        options={[
          { value: '', label: '' },
          { value: 'true', label: t('common.yes') },
          { value: 'false', label: t('common.no') },
        ]}
      />
    );
  return (
    <TextField
      {...shared}
      maxLength={MOST_LETTERS}
      autoComplete="off"
      {...(kind === 'date' && { type: 'date' })}
      {...(kind === 'number' && { inputMode: 'decimal' })}
    />
  );
}

/** The controls for what can be changed of a field. They depend on its kind. */
export function DeclarationInputs({ kind, declared }: { kind: OwnKind; declared?: Declared }) {
  const { isRejected, value } = useFormState();
  const labels = declarationLabels(kind);
  const { rules = {} } = declared ?? {};
  const ticked = (name: 'required' | 'searchable', before: boolean | undefined) => ({
    name,
    label: labels[name],
    defaultChecked: isRejected ? value(name) === 'on' : (before ?? false),
  });
  return (
    <>
      <TextField
        name="name"
        label={labels.name}
        hint={t('ownFields.asPeopleReadIt')}
        defaultValue={declared?.name}
        required
        maxLength={100}
        autoComplete="off"
      />
      <RuleInputs kind={kind} rules={rules} />
      {kind === 'running' ? (
        !declared && <RunningInputs />
      ) : (
        <>
          {kind !== 'picture' && <DefaultInput kind={kind} rules={rules} />}
          <Checkbox
            {...ticked('required', declared?.isRequired)}
            hint={t('ownFields.everyCertificateNeedsAValue')}
          />
        </>
      )}
      {kind !== 'picture' && (
        <Checkbox
          {...ticked('searchable', declared?.isSearched)}
          hint={t('ownFields.searchesFindCertificatesByIt')}
        />
      )}
    </>
  );
}
