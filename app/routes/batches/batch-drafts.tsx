import { Link } from 'react-router';
import type { PictureSize } from '#app/certificates/certificate-design.server.ts';
import type { Lines } from '#app/certificates/fields.ts';
import { Alert, Card } from '#app/ui/page.tsx';
import { t } from '#messages';

/** The place of the chosen draft, to which links of rows lead. */
const CHOSEN = 'draft';

export type RowDraft = { line: number } & Lines;
/** The draft of a row, or why it cannot be drawn. */
export type ChosenDraft = { line: number } & ((RowDraft & { size: PictureSize }) | { problem: string });

/** The same page with the draft of a row. @param query of the page, such as `show=warnings&` */
export const draftLink = (path: string, query: string, line: number) =>
  `${path}?${query}draft=${line}#${CHOSEN}`;

const lineOf = ({ line, studentName }: RowDraft) => t('draft.lineAndName', { line, name: studentName });

type DraftsProps = {
  path: string;
  query: string;
  /** The first rows of the page, as thumbnails. */
  strip: RowDraft[];
  /** The one that was chosen. */
  chosen: ChosenDraft | null;
};

/** What the batch would issue: a strip of drafts, and the draft of the row that was chosen. */
export function BatchDrafts({ path, query, strip, chosen }: DraftsProps) {
  if (strip.length === 0 && !chosen) return null;
  return (
    <Card aria-labelledby="drafts-title" className="draft-card">
      <h2 id="drafts-title" className="text-xl">
        {t('draft.drafts')}
      </h2>
      <p className="field-hint">{t('draft.nothingIsIssuedYet')}</p>
      {strip.length > 0 && (
        <ul className="draft-strip">
          {strip.map((row) => (
            <li key={row.line}>
              <Link
                to={draftLink(path, query, row.line)}
                aria-current={row.line === chosen?.line || undefined}
              >
                <img
                  src={`${path}/drafts/${row.line}/480.png`}
                  alt={t('draft.draftOfLine', { line: row.line })}
                />
                <span className="wrap-anywhere">{lineOf(row)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <figure id={CHOSEN} className="draft-chosen">
          <figcaption className="wrap-anywhere font-semibold">
            {'problem' in chosen ? t('draft.draftOfLine', chosen) : lineOf(chosen)}
          </figcaption>
          {'problem' in chosen ? (
            <Alert tone="warning">{chosen.problem}</Alert>
          ) : (
            <img
              src={`${path}/drafts/${chosen.line}/960.png`}
              {...chosen.size}
              className="draft-large"
              alt={t('draft.draftOfTheCertificateOfStudentForCourse', chosen)}
            />
          )}
        </figure>
      )}
    </Card>
  );
}
