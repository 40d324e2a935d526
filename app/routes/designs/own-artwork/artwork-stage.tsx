import { type KeyboardEvent, useId } from 'react';
import { BOX_KINDS, type BoxKind } from '#app/drawing/own-artwork/artwork.ts';
import { useHydrated } from '#app/ui/form.tsx';
import { Button, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import { ArtworkCanvas } from './artwork-canvas.tsx';
import { kindLabels, type PictureOption } from './box-texts.ts';
import { type Act, actOfHistory, type Editing } from './edit-boxes.ts';
import type { Size } from './place-boxes.ts';

type Props = {
  picture: string;
  /** Whether the picture is being drawn, or why it could not be. */
  isDrawing: boolean;
  message: string;
  page: Size;
  editing: Editing;
  pictures: readonly PictureOption[];
  problemsOf: (key: number) => string[];
  dispatch: (act: Act) => void;
};

type ToolsProps = Pick<Props, 'editing' | 'dispatch'>;

/** Takes changes back, and makes them again. */
const HistoryButtons = ({ editing, dispatch }: ToolsProps) => (
  <>
    <Button
      variant="secondary"
      size="small"
      disabled={editing.past.length === 0}
      onClick={() => dispatch({ act: 'undo' })}
    >
      {t('boxEditor.undo')}
    </Button>
    <Button
      variant="secondary"
      size="small"
      disabled={editing.future.length === 0}
      onClick={() => dispatch({ act: 'redo' })}
    >
      {t('boxEditor.redo')}
    </Button>
  </>
);

/** Adds a box of a kind, and takes changes back. */
function Tools({ editing, dispatch }: ToolsProps) {
  const isEditor = useHydrated();
  const kinds = useId();
  return (
    <div className="artwork-tools">
      {isEditor && <HistoryButtons editing={editing} dispatch={dispatch} />}
      <label className="sr-only" htmlFor={kinds}>
        {t('boxEditor.kindOfBox')}
      </label>
      <select className="control" id={kinds} name="kind" defaultValue="text">
        {BOX_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {kindLabels()[kind]}
          </option>
        ))}
      </select>
      <SubmitButton
        name="intent"
        value="add"
        variant="secondary"
        size="small"
        onClick={(event) => {
          event.preventDefault();
          const kind = event.currentTarget.form?.elements.namedItem('kind');
          dispatch({ act: 'add', kind: (kind as HTMLSelectElement).value as BoxKind });
        }}
      >
        {t('boxEditor.addBox')}
      </SubmitButton>
      {editing.boxes.length > 0 && (
        <SubmitButton
          name="intent"
          value="mirror"
          variant="secondary"
          size="small"
          onClick={(event) => {
            event.preventDefault();
            dispatch({ act: 'mirror' });
          }}
        >
          {t('boxEditor.mirror')}
        </SubmitButton>
      )}
    </div>
  );
}

/** The page with its boxes, and the tools for them. */
export function ArtworkStage({ isDrawing, message, editing, dispatch, ...props }: Props) {
  const keys = useId();
  const isEditor = useHydrated();
  const press = (event: KeyboardEvent) => {
    // Text fields take back their own changes.
    const act = actOfHistory(event);
    if (!act) return;
    event.preventDefault();
    dispatch(act);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its controls have the focus
    <div className="artwork-stage" onKeyDown={press}>
      <Tools editing={editing} dispatch={dispatch} />
      <ArtworkCanvas
        {...props}
        boxes={editing.boxes}
        selected={editing.selected}
        describedBy={isEditor ? keys : undefined}
        dispatch={dispatch}
      />
      <p role="status" className="field-hint artwork-drawing">
        {message || (isDrawing ? t('boxEditor.thePreviewIsBeingDrawn') : '')}
      </p>
      {isEditor && (
        <details className="artwork-keys field-hint">
          <summary>{t('boxEditor.mouseAndKeys')}</summary>
          <p id={keys}>{t('boxEditor.arrowKeysMoveABox')}</p>
        </details>
      )}
    </div>
  );
}
