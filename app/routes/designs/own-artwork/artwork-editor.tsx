import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { SIGNATORIES } from '#app/designs/design-form.ts';
import type { RowOption } from '#app/designs/own-rows.server.ts';
import { ShowWith } from '#app/routes/designs/show-with.tsx';
import { Form } from '#app/routes/owned-form.tsx';
import { useLivePreview } from '#app/routes/pieces/use-live-preview.ts';
import { useFocusFirstError, useHydrated } from '#app/ui/form.tsx';
import { FormAlert, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { ArtworkDetails, OfferedWords } from './artwork-details.tsx';
import { ArtworkStage } from './artwork-stage.tsx';
import { firstFieldOf, isBoxField } from './box-form.ts';
import { BoxList } from './box-list.tsx';
import type { PictureOption } from './box-texts.ts';
import type { Act, Editing } from './edit-boxes.ts';
import { ProblemList, SaveBar } from './save-bar.tsx';
import type { ArtworkAnswer, ShownArtwork } from './shown-artwork.ts';
import { useEditor } from './use-editor.ts';

type Props = {
  /** The draft that is stored. */
  shown: ShownArtwork;
  /** URL of its picture. */
  picture: string;
  languages: { value: string; label: string }[];
  placeholders: string[];
  /** Own fields that are pictures. */
  ownPictures: PictureOption[];
  rows: RowOption[];
  hasOwnMail: boolean;
  answer: ArtworkAnswer | undefined;
};

/** The pictures that a box can show. */
const picturesWith = (own: readonly PictureOption[]): PictureOption[] => [
  { value: 'logo', label: t('designFields.logo') },
  ...SIGNATORIES.map((number) => ({
    value: `signature${number}`,
    label: t('design.signatureNumber', { number }),
  })),
  ...own,
];

type HiddenProps = {
  draft: ShownArtwork;
  /** The boxes as JSON. Null where they have fields. */
  content: string | null;
  /** What was saved meanwhile. Saving again, without a script, overwrites it. */
  newest?: ShownArtwork | undefined;
};

/** The values that a form sends in addition to its fields. */
function Hidden({ draft, content, newest = draft }: HiddenProps) {
  const values = {
    base: 'artwork',
    // A face is not the page of its design.
    ...(draft.face ? { face: draft.face.kind } : { page: draft.page }),
    backgroundImage: draft.background,
    draftNumber: newest.number,
    version: newest.fields.version ?? '0',
  };
  return (
    <>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {content !== null && <input type="hidden" name="boxes" value={content} />}
    </>
  );
}

/** Who makes the face that is shown. */
function FaceNote({ face }: Pick<ShownArtwork, 'face'>) {
  if (!face) return null;
  if (!face.isOwn) return <p className="field-hint">{t('faces.theSiteMakesThisFace')}</p>;
  return (
    <p>
      <SubmitButton name="intent" value="site" variant="secondary" size="small">
        {t('faces.letTheSiteMakeItAgain')}
      </SubmitButton>
    </p>
  );
}

/** Marks the form while it has changes that are not saved, for `useLeavePage`. */
function useMark(form: RefObject<HTMLFormElement | null>, isSaved: boolean) {
  useEffect(() => {
    if (!form.current) return;
    if (isSaved) delete form.current.dataset.changed;
    else form.current.dataset.changed = 'true';
  }, [form, isSaved]);
}

/** Selects the box of the address, which a new one has after the form was sent, and moves the focus to its first field. */
function useBoxOfAddress({ boxes, selected }: Editing, dispatch: (act: Act) => void) {
  const { hash, key: visit } = useLocation();
  const number = Number(/^#box-(\d+)-first$/.exec(hash)?.[1] ?? 0);
  const key = boxes[number - 1]?.key;
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (key === undefined || shown.current === visit) return;
    // A box has its fields once it is selected.
    if (selected !== key) return dispatch({ act: 'select', key });
    shown.current = visit;
    document.getElementById(firstFieldOf(number))?.focus();
  }, [key, selected, number, visit, dispatch]);
}

/**
 * The editor of a design with its issuer's own artwork. With JavaScript, boxes are moved on the page and each change is saved as a
 * draft; without, it works by the fields of the boxes, and each button sends the form.
 */
export function ArtworkEditor({
  shown: stored,
  picture,
  answer,
  ownPictures,
  placeholders,
  rows,
  ...details
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const isEditor = useHydrated();
  const { formData } = useNavigation();
  const shown = answer?.shown ?? stored;
  const failure = answer?.ok === false ? answer : undefined;
  const { page, editing, dispatch, draft, problems, content, saving, load, keep } = useEditor(
    shown,
    failure,
    form,
  );
  const live = useLivePreview(form, '/admin/designs/preview');
  const { update } = live;
  const pictures = picturesWith(ownPictures);
  useFocusFirstError(form, failure);
  useMark(form, saving.status === 'saved');
  useBoxOfAddress(editing, dispatch);
  const drawn = useRef(content);
  useEffect(() => {
    if (drawn.current !== content) update();
    drawn.current = content;
  }, [content, update]);
  const problemsOf = (key: number) =>
    problems.filter((problem) => problem.key === key).map(({ message }) => message);

  function change({ target }: FormEvent<HTMLFormElement>) {
    const { name, type } = target as HTMLInputElement;
    // The list of kinds and the words are tools, and boxes are saved by their state.
    if (name === 'kind' || isBoxField(name)) return;
    if (name !== 'sample') saving.change();
    if (type !== 'file') update();
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const again = () => form.current?.requestSubmit(submitter);
    if (saving.waits(again)) event.preventDefault();
  }
  const common = { pictures, problemsOf, dispatch };
  return (
    <Form
      failure={failure ?? saving.failure}
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      preventScrollReset
      className="artwork-editor"
      onChange={change}
      onSubmit={submit}
    >
      <Hidden
        draft={draft}
        content={isEditor ? content : null}
        newest={isEditor ? undefined : failure?.conflict}
      />
      <SaveBar
        saving={saving}
        problems={problems.length}
        pending={String(formData?.get('intent') ?? '')}
        keep={keep}
        load={load}
      />
      <section className="artwork-preview" aria-label={t('common.preview')}>
        <ArtworkStage
          {...common}
          page={page}
          editing={editing}
          picture={live.picture?.src ?? (answer?.ok ? answer.preview : undefined) ?? picture}
          isDrawing={live.isMaking}
          message={live.message}
        />
        <ShowWith sample={draft.fields.sample ?? 'usual'} rows={rows} />
      </section>
      <div className="artwork-panel">
        <FormAlert errors={failure?.message} />
        <FaceNote face={draft.face} />
        <ProblemList {...common} problems={problems} boxes={editing.boxes} />
        <BoxList {...common} boxes={editing.boxes} selected={editing.selected} placeholders={placeholders} />
        <OfferedWords background={draft.background} words={draft.words} />
        <ArtworkDetails
          key={draft.shows}
          {...details}
          background={draft.background}
          surface={draft.page}
          fields={draft.fields}
        />
      </div>
    </Form>
  );
}
