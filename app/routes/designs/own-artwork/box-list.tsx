import { CircleAlert } from 'lucide';
import type { MouseEvent } from 'react';
import { type BoxProperty, boxLabels } from '#app/designs/own-artwork/texts.ts';
import { useFormState, useHydrated } from '#app/ui/form.tsx';
import { Icon, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { BoxFields } from './box-fields.tsx';
import { fieldOfBox } from './box-form.ts';
import { boxName, kindLabels, type PictureOption } from './box-texts.ts';
import type { Act, KeyedBox } from './edit-boxes.ts';

type Props = {
  boxes: readonly KeyedBox[];
  selected: number | null;
  pictures: readonly PictureOption[];
  placeholders: readonly string[];
  problemsOf: (key: number) => string[];
  dispatch: (act: Act) => void;
};

type OneProps = Omit<Props, 'boxes'> & { box: KeyedBox; number: number; count: number };

const ACTS = ['copy', 'remove', 'back', 'forward'] as const;
type BoxAct = (typeof ACTS)[number];
/** The intent of the form without JavaScript. */
const INTENTS: Record<BoxAct, string> = { copy: 'copy', remove: 'remove', back: 'up', forward: 'down' };

/** Copy, remove and order a box: at once, or by sending the form. */
function BoxButtons({ box, number, count, pictures, dispatch }: OneProps) {
  const labels: Record<BoxAct, string> = {
    copy: t('boxEditor.copy'),
    remove: t('common.remove'),
    back: t('boxEditor.up'),
    forward: t('boxEditor.down'),
  };
  const isUseless = { back: number === 1, forward: number === count, copy: false, remove: false };
  const name = boxName(box, pictures);
  return (
    <div className="flex flex-wrap gap-2">
      {ACTS.map((act) => (
        <SubmitButton
          key={act}
          name="intent"
          value={`${INTENTS[act]} ${number}`}
          variant={act === 'remove' ? 'danger' : 'secondary'}
          size="small"
          disabled={isUseless[act]}
          onClick={(event: MouseEvent) => {
            event.preventDefault();
            dispatch({ act, key: box.key });
          }}
        >
          {labels[act]}
          <span className="sr-only"> {name}</span>
        </SubmitButton>
      ))}
    </div>
  );
}

function Problems({ messages }: { messages: string[] }) {
  return (
    <ul className="grid gap-1">
      {messages.map((message) => (
        <li key={message} className="field-errors">
          <Icon of={CircleAlert} />
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}

function Box(props: OneProps) {
  const { box, number, selected, pictures, placeholders, problemsOf, dispatch } = props;
  const isEditor = useHydrated();
  const problems = problemsOf(box.key);
  const { errors } = useFormState();
  const isRefused = Object.keys(boxLabels()).some((name) => errors(fieldOfBox(number, name as BoxProperty)));
  // Without JavaScript, boxes with problems are open.
  const isOpen = isEditor ? box.key === selected : isRefused || problems.length > 0;
  const change = isEditor
    ? (values: Partial<KeyedBox>, gesture: string) =>
        dispatch({ act: 'change', key: box.key, values, gesture })
    : null;
  return (
    <details className="artwork-fields" id={`box-${number}-fields`} open={isOpen}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a control */}
      <summary
        onClick={(event) => {
          event.preventDefault();
          dispatch({ act: 'select', key: isOpen ? null : box.key });
        }}
      >
        <span className="breakable" dir="auto">
          {boxName(box, pictures)}
        </span>
        {boxName(box, pictures) !== kindLabels()[box.kind] && (
          <span className="field-hint"> {kindLabels()[box.kind]}</span>
        )}
        {problems.length > 0 && (
          <span className="artwork-problem">
            <Icon of={CircleAlert} />
            <span className="sr-only">{t('boxEditor.hasProblems')}</span>
          </span>
        )}
      </summary>
      {(isOpen || !isEditor) && (
        <fieldset className="grid gap-4">
          <legend className="sr-only">{boxName(box, pictures)}</legend>
          {problems.length > 0 && <Problems messages={problems} />}
          <BoxFields
            // The fields follow the box once the script runs.
            key={isEditor ? 'live' : 'sent'}
            box={box}
            number={number}
            pictures={pictures}
            placeholders={placeholders}
            change={change}
          />
          <BoxButtons {...props} />
        </fieldset>
      )}
    </details>
  );
}

/** The boxes in the order of drawing, each with its fields. */
export function BoxList({ boxes, ...props }: Props) {
  return (
    <section aria-labelledby="artwork-boxes" className="grid gap-3">
      <h2 id="artwork-boxes" className="text-lg">
        {t('boxEditor.boxes')}
      </h2>
      <p className="field-hint">{t('boxEditor.placesAreInMillimetres')}</p>
      {boxes.length === 0 && <p>{t('boxEditor.noBoxesYet')}</p>}
      <div>
        {boxes.map((box, index) => (
          <Box key={box.key} {...props} box={box} number={index + 1} count={boxes.length} />
        ))}
      </div>
    </section>
  );
}
