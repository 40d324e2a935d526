import { type ChangeEvent, useState } from 'react';
import { boxLabels } from '#app/designs/own-artwork/texts.ts';
import {
  ALIGNMENTS,
  type ArtworkBox,
  BOX_TYPEFACES,
  hasText,
  LONG_VALUES,
  MAX_BOX_TEXT,
} from '#app/drawing/own-artwork/artwork.ts';
import { numberToEnter, readNumber } from '#app/shared/entered-numbers.ts';
import { type Option, Select, TextField } from '#app/ui/form.tsx';
import { t } from '#messages';
import { fieldOfBox, firstFieldOf, type NumberName, toEnter, toStore } from './box-form.ts';
import type { PictureOption } from './box-texts.ts';

type Props = {
  box: ArtworkBox;
  /** Place in the list, from 1. */
  number: number;
  pictures: readonly PictureOption[];
  /** The placeholders of texts, for a hint. */
  placeholders: readonly string[];
  /** Takes changes at once. Null where the form has to be sent. */
  change: ((values: Partial<ArtworkBox>, gesture: string) => void) | null;
};

type FieldProps<Name extends keyof ArtworkBox> = Pick<Props, 'box' | 'number' | 'change'> & {
  name: Name;
  id?: string | undefined;
};

/** A number in the reader's notation. What cannot be read stays as it was typed, with what is wrong with it. */
function NumberField({ box, number, change, name, id }: FieldProps<NumberName>) {
  const [typed, setTyped] = useState<string | null>(null);
  const label = boxLabels()[name];
  const stored = numberToEnter(toEnter(box, name));
  const common = {
    label,
    name: fieldOfBox(number, name),
    inputMode: 'decimal',
    autoComplete: 'off',
    ...(id && { id }),
  } as const;
  if (!change) return <TextField {...common} defaultValue={stored} />;
  const isUnreadable = typed !== null && readNumber(typed) === null;
  return (
    <TextField
      {...common}
      value={typed ?? stored}
      errors={isUnreadable ? [t('boxEditor.labelMustBeANumber', { label })] : null}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const read = readNumber(value);
        if (read) change({ [name]: toStore(name, read.value) }, name);
      }}
      onBlur={() => !isUnreadable && setTyped(null)}
    />
  );
}

type TextName = 'text' | 'picture' | 'align' | 'typeface' | 'colour' | 'long';

/** Attributes of a control with a text: it follows the box, or only begins with its value. */
function textOf({ box, number, change, name, id }: FieldProps<TextName>) {
  const value = box[name] ?? '';
  return {
    name: fieldOfBox(number, name),
    ...(id && { id }),
    ...(change
      ? {
          value,
          onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
            change({ [name]: currentTarget.value }, name),
        }
      : { defaultValue: value }),
  };
}

const alignments = (): Option[] => {
  const labels = { left: t('boxEditor.left'), center: t('boxEditor.centred'), right: t('boxEditor.right') };
  return ALIGNMENTS.map((value) => ({ value, label: labels[value] }));
};

const longValues = (): Option[] => {
  const labels = { shrink: t('boxEditor.becomeSmaller'), wrap: t('boxEditor.fillLines') };
  return LONG_VALUES.map((value) => ({ value, label: labels[value] }));
};

/** The names of the typefaces are proper names. */
const typefaces = BOX_TYPEFACES.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1).replaceAll('-', ' '),
}));

function TextOfBox(props: Props) {
  const { box, number, placeholders } = props;
  const first = firstFieldOf(number);
  if (box.kind === 'picture')
    return (
      <>
        <Select
          label={boxLabels().picture}
          options={props.pictures}
          {...textOf({ ...props, name: 'picture', id: first })}
        />
        <TextField
          label={boxLabels().text}
          hint={t('boxEditor.whatThePictureShows')}
          optional
          maxLength={MAX_BOX_TEXT}
          autoComplete="off"
          {...textOf({ ...props, name: 'text' })}
        />
      </>
    );
  if (!hasText(box)) return null;
  return (
    <TextField
      label={boxLabels().text}
      hint={
        box.kind === 'text' ? t('boxEditor.placeholdersAre', { placeholders: placeholders.join(', ') }) : null
      }
      dir="auto"
      maxLength={MAX_BOX_TEXT}
      autoComplete="off"
      {...textOf({ ...props, name: 'text', id: first })}
    />
  );
}

function TypeOfBox(props: Props) {
  return (
    <>
      <div className="box-numbers">
        <Select label={boxLabels().align} options={alignments()} {...textOf({ ...props, name: 'align' })} />
        <Select
          label={boxLabels().typeface}
          options={typefaces}
          {...textOf({ ...props, name: 'typeface' })}
        />
        <NumberField {...props} name="size" />
        <NumberField {...props} name="minSize" />
      </div>
      <Select label={boxLabels().long} options={longValues()} {...textOf({ ...props, name: 'long' })} />
      <div className="box-numbers">
        <NumberField {...props} name="lines" />
        <ColourField {...props} />
      </div>
    </>
  );
}

const ColourField = (props: Props) => (
  <TextField type="color" label={boxLabels().colour} {...textOf({ ...props, name: 'colour' })} />
);

/** The properties of a box as fields. */
export function BoxFields(props: Props) {
  const { box, number } = props;
  const isFirst = box.kind === 'qr' || box.kind === 'line';
  return (
    <div className="grid gap-4">
      <input type="hidden" name={fieldOfBox(number, 'kind')} value={box.kind} />
      <TextOfBox {...props} />
      <div className="box-numbers">
        <NumberField {...props} name="x" id={isFirst ? firstFieldOf(number) : undefined} />
        <NumberField {...props} name="y" />
        <NumberField {...props} name="width" />
        <NumberField {...props} name="height" />
      </div>
      {hasText(box) && <TypeOfBox {...props} />}
      {box.kind === 'line' && <ColourField {...props} />}
    </div>
  );
}
