import { STANDARD_DESIGN } from '#app/drawing/design.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { type IdempotentCall, priorResult } from '#app/shared/idempotency.server.ts';
import { prepared, sqlite, transaction } from '#db/client.ts';
import { t } from '#messages';
import { expiryAfter, type IssueInput } from './certificate.schema.ts';

type Version = { id: number; expiresAfter: string | null };

// Each (select ?) hides its value from SQLite's planner, as `parameter` does in db/client.ts.
const statements = prepared(() => {
  const current = `select design_versions.id, design_versions.expires_after as expiresAfter from designs
    join design_versions on design_versions.design_seq = designs.seq and design_versions.number = designs.version`;
  return {
    own: sqlite().prepare<[string, string], Version>(
      `${current} where designs.id = (select ?) and designs.issuer_id = (select ?) and designs.retired_at is null`,
    ),
    // A course's default comes before the issuer's default, whose course name is empty.
    byDefault: sqlite().prepare<[string, string], Version>(
      `${current} join design_defaults on design_defaults.design_seq = designs.seq
       where design_defaults.issuer_id = (select ?) and design_defaults.course_name in ((select ?), '')
       order by design_defaults.course_name desc limit 1`,
    ),
    validity: sqlite()
      .prepare<[string], string | null>(
        `select expires_after from certificates join design_versions on design_versions.id = design_version_id
         where certificates.id = (select ?)`,
      )
      .pluck(),
    idOfVersion: sqlite()
      .prepare<[number], string>(
        `select designs.id from design_versions join designs on designs.seq = design_seq
         where design_versions.id = (select ?)`,
      )
      .pluck(),
  };
});

const noSuchDesign = () => t('chooseDesign.thisDesignDoesNotExistOrIsRetired');

/** The newest version of a named design; undefined for the built-in layout. @throws AppError invalid, naming designId */
export function namedVersion(issuerId: string, designId: string): Version | undefined {
  if (designId === STANDARD_DESIGN) return undefined;
  const version = statements().own.get(designId, issuerId);
  if (!version) throw invalid(noSuchDesign(), { designId: [noSuchDesign()] });
  return version;
}

/** ID of a version's design. Null for the built-in layout. */
export const designIdOf = (designVersionId: number | null): string | null =>
  designVersionId === null ? null : (statements().idOfVersion.get(designVersionId) ?? null);

/** The same as an input names it. */
export const designNameOf = (designVersionId: number | null): string =>
  designIdOf(designVersionId) ?? STANDARD_DESIGN;

type Dated = { id: string; issueDate: string; expiryDate: string | null };

/** The expiry of a certificate in another's design. Null if the design has no validity. */
export function expiryByDesignOf({ id }: { id: string }, issueDate: string): string | null {
  const validity = statements().validity.get(id);
  return validity ? expiryAfter(issueDate, validity) : null;
}

/** The validity of a certificate's design, if its expiry follows from that: an ISO 8601 duration. Null for an entered expiry. */
export const validityByDesign = (certificate: Dated): string | null =>
  certificate.expiryDate !== null &&
  certificate.expiryDate === expiryByDesignOf(certificate, certificate.issueDate)
    ? (statements().validity.get(certificate.id) ?? null)
    : null;

/** @throws AppError invalid, naming designId, unless the issuer can choose this design */
export function requireDesign(issuerId: string, designId: string | undefined) {
  if (designId !== undefined) namedVersion(issuerId, designId);
}

type Entered = Pick<IssueInput, 'courseName' | 'issueDate' | 'expiryDate' | 'designId' | 'neverExpires'>;

/**
 * Chooses the design for a certificate: the named one, or else the course's default, or else the issuer's default. Without an
 * expiry in the input, the design's validity applies.
 * @throws AppError invalid, naming designId, for an unknown or retired design, another issuer's design, and a validity that
 *   ends after the year 9999
 */
export function chooseDesign<Input extends Entered>(issuerId: string, input: Input) {
  const { designId, neverExpires, ...content } = input;
  const version =
    designId === undefined
      ? statements().byDefault.get(issuerId, content.courseName)
      : namedVersion(issuerId, designId);
  const expiresAfter = content.expiryDate === null && !neverExpires ? version?.expiresAfter : null;
  const expiryDate = expiresAfter ? expiryAfter(content.issueDate, expiresAfter) : content.expiryDate;
  if (expiresAfter && expiryDate === null) {
    const message = t('chooseDesign.theValidityOfThisDesignLeads');
    throw invalid(message, { designId: [message] });
  }
  return { ...content, expiryDate, designVersionId: version?.id ?? null };
}

/**
 * The same for a call with an Idempotency-Key. A repeated call gets the same response, even if the design was retired
 * meanwhile.
 * @returns the input with its design, or the id that the first call made
 */
export function chooseDesignOnce<Input extends Entered>(
  issuerId: string,
  input: Input,
  call: IdempotentCall | null,
) {
  try {
    return chooseDesign(issuerId, input);
  } catch (error) {
    const prior = transaction((tx) => priorResult(tx, call));
    if (prior === null) throw error;
    return prior;
  }
}
