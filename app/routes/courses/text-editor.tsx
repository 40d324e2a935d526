import { Bold, Heading, ImagePlus, Italic, Link as LinkIcon, List, ListOrdered, Quote } from 'lucide';
import {
  type ClipboardEvent,
  type ComponentProps,
  type DragEvent,
  type RefObject,
  useRef,
  useState,
} from 'react';
import { useRevalidator } from 'react-router';
import { useOwner } from '#app/routes/owned-form.tsx';
import { type Reader, useLive } from '#app/routes/pieces/use-live-preview.ts';
import { TextArea, useHydrated } from '#app/ui/form.tsx';
import { Button, Icon, RenderedMarkdown } from '#app/ui/page.tsx';
import { t } from '#messages';

type TextEditorProps = {
  form: RefObject<HTMLFormElement | null>;
  /** Where the files of the lesson are sent. Undefined for a lesson that is not stored yet. */
  filesTo: string | undefined;
  onText: (text: string) => void;
  field: Pick<ComponentProps<typeof TextArea>, 'name' | 'defaultValue' | 'maxLength'>;
};

const HTML: Reader<string> = {
  read: async (response) => ((await response.json()) as { html: string }).html,
};

/** What a button puts around the selected text, or before each of its lines. */
type Mark = { before: string; after?: string; eachLine?: boolean };

const tools = () =>
  [
    [Heading, t('textEditor.heading'), { before: '## ', eachLine: true }],
    [Bold, t('textEditor.strong'), { before: '**', after: '**' }],
    [Italic, t('textEditor.emphasis'), { before: '*', after: '*' }],
    [List, t('courses.list'), { before: '- ', eachLine: true }],
    [ListOrdered, t('textEditor.numberedList'), { before: '1. ', eachLine: true }],
    [Quote, t('textEditor.quotation'), { before: '> ', eachLine: true }],
    [LinkIcon, t('textEditor.link'), { before: '[', after: '](https://)' }],
  ] as const;

/** Inserts a text as if it were typed, so that the browser can undo it. */
function insert(area: HTMLTextAreaElement, text: string) {
  area.focus();
  document.execCommand('insertText', false, text);
}

function mark(area: HTMLTextAreaElement, { before, after = '', eachLine }: Mark) {
  const { value } = area;
  let [from, to] = [area.selectionStart, area.selectionEnd];
  // A line is marked from its beginning.
  if (eachLine) from = value.lastIndexOf('\n', from - 1) + 1;
  const chosen = value.slice(from, to);
  area.setSelectionRange(from, to);
  insert(area, eachLine ? chosen.replace(/^/gm, before) : before + chosen + after);
  if (eachLine) return;
  [from, to] = [from + before.length, to + before.length];
  area.setSelectionRange(from, to);
}

const PICTURE_TYPES = ['png', 'jpeg', 'gif', 'webp', 'avif'].map((kind) => `image/${kind}`);

const picturesOf = (files: FileList | undefined) =>
  [...(files ?? [])].filter(({ type }) => PICTURE_TYPES.includes(type));

/** A name that no other file of the lesson has: pasted pictures have one name. */
const nameOf = (picture: File) => {
  const at = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 17);
  return `picture-${at}.${picture.type.slice('image/'.length).replace('jpeg', 'jpg')}`;
};

/** Sends pictures as files of the lesson. Says why one is not taken. */
function usePictures(area: RefObject<HTMLTextAreaElement | null>, filesTo: string | undefined) {
  const owner = useOwner();
  const { revalidate } = useRevalidator();
  const [message, setMessage] = useState('');
  async function send(pictures: File[]) {
    if (pictures.length === 0 || !area.current) return;
    if (filesTo === undefined) return setMessage(t('textEditor.saveTheLessonFirst'));
    setMessage(t('textEditor.addingThePicture'));
    for (const picture of pictures) {
      const body = new FormData();
      if (owner) body.set('shownFor', owner);
      const name = nameOf(picture);
      body.set('file', picture, name);
      const answer = await fetch(filesTo, { method: 'POST', body }).catch(() => null);
      if (!answer?.ok) return setMessage(t('textEditor.thePictureWasNotAdded'));
      insert(area.current, `![](${name})`);
    }
    setMessage('');
    await revalidate();
  }
  return { message, send };
}

/** The text of a lesson in Markdown. A script adds a toolbar and a preview, and takes pictures that are pasted or dropped. */
export function TextEditor({ form, filesTo, onText, field }: TextEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const hydrated = useHydrated();
  const { shown, message, update } = useLive(form, '/admin/courses/text-preview', HTML);
  const pictures = usePictures(area, filesTo);
  const take = (event: ClipboardEvent | DragEvent, files: FileList | undefined) => {
    const found = picturesOf(files);
    if (found.length === 0) return;
    event.preventDefault();
    void pictures.send(found);
  };
  return (
    <div className="grid gap-3">
      {hydrated && <Toolbar area={area} send={pictures.send} />}
      <TextArea
        label={t('common.text')}
        rows={18}
        className="font-mono"
        hint={t('textLessonForm.markdownHeadingEmphasisStrongListLink')}
        ref={area}
        onInput={({ currentTarget }) => {
          onText(currentTarget.value);
          update();
        }}
        onPaste={(event) => take(event, event.clipboardData.files)}
        onDrop={(event) => take(event, event.dataTransfer.files)}
        {...field}
      />
      <p role="status" className="field-hint">
        {pictures.message || message}
      </p>
      {shown !== null && (
        <section aria-label={t('common.preview')} className="card lesson-text p-4">
          <RenderedMarkdown html={shown} />
        </section>
      )}
    </div>
  );
}

type ToolbarProps = {
  area: RefObject<HTMLTextAreaElement | null>;
  send: (pictures: File[]) => Promise<void>;
};

function Toolbar({ area, send }: ToolbarProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div role="toolbar" aria-label={t('textEditor.formatting')} className="flex flex-wrap">
      {tools().map(([icon, label, around]) => (
        <Button
          key={label}
          variant="quiet"
          size="icon"
          aria-label={label}
          onClick={() => area.current && mark(area.current, around)}
        >
          <Icon of={icon} />
        </Button>
      ))}
      <Button
        variant="quiet"
        size="icon"
        aria-label={t('ownFields.picture')}
        onClick={() => picker.current?.click()}
      >
        <Icon of={ImagePlus} />
      </Button>
      <input
        ref={picker}
        type="file"
        accept={PICTURE_TYPES.join(',')}
        hidden
        onChange={({ currentTarget }) => {
          void send(picturesOf(currentTarget.files ?? undefined));
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
