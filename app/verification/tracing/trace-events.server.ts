import { type NameOfMember, namesOfMembers, shownName } from '#app/accounts/account-names.server.ts';
import type { Member, Role } from '#app/accounts/actor.server.ts';
import { formatUniqueId } from '#app/certificates/unique-id.ts';
import { placeOfSubject } from '#app/log/prove-entry.server.ts';
import { now } from '#app/shared/clock.server.ts';
import { invalid } from '#app/shared/errors.server.ts';
import { shownPurpose } from '#app/verification/texts.ts';
import { prepared, preparedValue, sqlite } from '#db/client.ts';
import type { PURPOSES } from '#db/schema/holders.ts';
import { t } from '#messages';
import { entryFilePath } from './entry-file.server.ts';

const PAGE = 50;

export type TraceEvent = {
  kind: keyof typeof RANKS;
  /** Milliseconds UTC. */
  at: number;
  /** The name of the verifier or of the issuer's member, if the reader may see it. */
  by: string | null;
  /** Why the verifier looked it up, if it said so and the reader may see it. */
  purpose?: string | null | undefined;
  /** The other certificate of a renewal or replacement, its ID in groups of four. */
  other?: { is: 'renewed' | 'renewal' | 'replaced' | 'replacement'; uniqueId: string } | undefined;
  /**
   * Null for events without a log entry. Paths are valid for an hour. `documentPath` is null when the document belongs to
   * another account.
   */
  entry: { index: number; origin: string; proofPath: string; documentPath: string | null } | null;
};

/**
 * Whose look-ups a reader sees. `names` are those of all verifiers, of all but super admins, or of organisations, as a holder sees
 * them, with the purposes.
 */
export type View =
  | { lookUpsOf: 'everybody'; names: 'all' | 'not of super admins' | 'of organisations' }
  | { lookUpsOf: 'own' };

/** The columns of a certificate that its events need. */
type Traced = {
  seq: number;
  id: string;
  issuerId: string;
  createdAt: number;
  /** The member who issued it, as in `certificates`. */
  issuedBy: string | null;
  revokedAt: number | null;
  revokedBy: string | null;
  replaces: string | null;
  replacedBy: string | null;
  renews: string | null;
  renewedBy: string | null;
  renewedAt: number | null;
};

/** The sort key of an event: time, then the rank of its kind, then the `seq` of its verification. */
type Position = { at: number; rank: number; seq: number };
type Placed = Position & { event: TraceEvent };

const RANKS = {
  issued: 0,
  'looked-up': 1,
  paid: 2,
  renewed: 3,
  revoked: 4,
  'consent-asked': 5,
  'consent-granted': 6,
  'consent-declined': 7,
  'consent-withdrawn': 8,
  'consent-lapsed': 9,
} as const;
const KIND_OF = new Map(Object.entries(RANKS).map(([kind, rank]) => [rank, kind as keyof typeof RANKS]));
const AT_THE_TOP: Position = { at: Number.MAX_SAFE_INTEGER, rank: 0, seq: 0 };

const compare = (one: Position, other: Position) =>
  one.at - other.at || one.rank - other.rank || one.seq - other.seq;

const formatCursor = ({ at, rank, seq }: Position) =>
  Buffer.from(`${at}.${rank}.${seq}`).toString('base64url');

/** @throws AppError invalid */
function parseCursor(cursor: string | undefined): Position {
  if (!cursor) return AT_THE_TOP;
  const text = cursor.length > 100 ? '' : Buffer.from(cursor, 'base64url').toString();
  const [, at, rank, seq] = /^(\d{1,15})\.(\d)\.(\d{1,15})$/.exec(text) ?? [];
  if (at === undefined)
    throw invalid(t('common.cursorIsNotValid'), { cursor: [t('common.cursorIsNotValid')] });
  return { at: Number(at), rank: Number(rank), seq: Number(seq) };
}

const lookUpsBefore = prepared(() =>
  sqlite().prepare(
    `select event.*, users.name, users.role from (
       select looked_up_at as at, ${RANKS['looked-up']} as rank, seq, verifier_id as verifierId, purpose, purpose_text as purposeText
         from verifications where certificate_id = @certificateId
       union all
       select paid_at, ${RANKS.paid}, seq, verifier_id, null, null
         from verifications where certificate_id = @certificateId and paid_at is not null
       union all
       select asked_at, ${RANKS['consent-asked']}, seq, verifier_id, purpose, purpose_text
         from consent_requests where certificate_id = @certificateId
       union all
       select answered_at, iif(answer = 'granted', ${RANKS['consent-granted']}, ${RANKS['consent-declined']}), seq, verifier_id, null, null
         from consent_requests where certificate_id = @certificateId and answered_at is not null
       union all
       select withdrawn_at, ${RANKS['consent-withdrawn']}, seq, verifier_id, null, null
         from consent_requests where certificate_id = @certificateId and withdrawn_at is not null
       union all
       select lapses_at, ${RANKS['consent-lapsed']}, seq, verifier_id, null, null
         from consent_requests where certificate_id = @certificateId and answer is null and lapses_at <= @now
     ) event join users on users.id = event.verifierId
     where (@verifierId is null or verifierId = @verifierId) and (at, rank, event.seq) < (@at, @rank, @before)
     order by at desc, rank desc, event.seq desc limit @limit`,
  ),
);
type LookUp = Position & {
  verifierId: string;
  name: string;
  role: Role;
  purpose: (typeof PURPOSES)[number] | null;
  purposeText: string | null;
};

function entryOf(type: 'issue' | 'revoke' | 'verify', subject: number, opensDocument: boolean) {
  const place = placeOfSubject(type, subject);
  return (
    place && {
      index: place.index,
      origin: place.origin,
      proofPath: entryFilePath(place.seq, 'tlog-proof'),
      documentPath: opensDocument ? entryFilePath(place.seq, 'json') : null,
    }
  );
}

const other = (is: NonNullable<TraceEvent['other']>['is'], uniqueId: string | null) =>
  uniqueId === null ? undefined : { is, uniqueId: formatUniqueId(uniqueId) };

const isSuperAdmin = preparedValue<1>("select 1 from users where id = ? and role = 'superadmin'");

/** Names the members of the issuer who acted, for its members and super admins. Verifiers and holders read the issuer's name alone. */
function memberNames(row: Traced, view: View): NameOfMember {
  if (view.lookUpsOf === 'own' || view.names === 'of organisations') return () => null;
  return (userId) =>
    userId !== null && isSuperAdmin().get(userId)
      ? t('traceEvents.aSuperAdmin')
      : namesOfMembers(row.issuerId, [userId])(userId);
}

/** Events of the certificate itself: issued, renewed, revoked. */
function milestones(row: Traced, view: View): TraceEvent[] {
  const nameOf = memberNames(row, view);
  const issuedAs = other('renewed', row.renews) ?? other('replaced', row.replaces);
  const events: TraceEvent[] = [
    {
      kind: 'issued',
      at: row.createdAt,
      by: nameOf(row.issuedBy),
      other: issuedAs,
      entry: entryOf('issue', row.seq, true),
    },
  ];
  if (row.renewedAt !== null) {
    const renewal = other('renewal', row.renewedBy);
    events.push({
      kind: 'renewed',
      at: row.renewedAt,
      by: null,
      other: renewal,
      entry: null,
    });
  }
  if (row.revokedAt !== null) {
    const replacement = other('replacement', row.replacedBy);
    const entry = entryOf('revoke', row.seq, true);
    events.push({ kind: 'revoked', at: row.revokedAt, by: nameOf(row.revokedBy), other: replacement, entry });
  }
  return events;
}

/** The verifier as the reader may see it. */
function nameFor({ name: stored, role }: LookUp, view: View): string | null {
  const name = shownName(stored);
  if (view.lookUpsOf === 'own') return null;
  if (view.names === 'all') return name;
  if (role === 'superadmin') return t('traceEvents.aSuperAdmin');
  return role === 'individual' && view.names === 'of organisations' ? t('traceEvents.anIndividual') : name;
}

/** A look-up, its payment, or a step of its consent, with the details that the reader may see. */
function lookUpEvent(lookUp: LookUp, user: Member['user'] | null, view: View): TraceEvent {
  const { at, rank, seq, verifierId } = lookUp;
  const isOwn = verifierId === user?.id;
  const by = isOwn ? t('traceEvents.you') : nameFor(lookUp, view);
  const kind = KIND_OF.get(rank as (typeof RANKS)[keyof typeof RANKS]) ?? 'looked-up';
  const seesPurpose = isOwn || (view.lookUpsOf === 'everybody' && view.names !== 'not of super admins');
  const purpose = seesPurpose ? shownPurpose(lookUp) : null;
  const entry = kind === 'paid' ? entryOf('verify', seq, isOwn || user?.role === 'superadmin') : null;
  return { kind, at, by, purpose, entry };
}

/**
 * A page of a certificate's events, newest first.
 * @param user the reader; null for a visitor and for a holder without an account
 * @throws AppError invalid for an unknown cursor
 */
export function pageOfEvents(
  row: Traced,
  user: Member['user'] | null,
  view: View,
  cursor: string | undefined,
) {
  const before = parseCursor(cursor);
  const lookUps =
    user !== null || view.lookUpsOf === 'everybody'
      ? (lookUpsBefore().all({
          certificateId: row.id,
          verifierId: view.lookUpsOf === 'own' ? user?.id : null,
          at: before.at,
          rank: before.rank,
          before: before.seq,
          limit: PAGE + 1,
          now: now(),
        }) as LookUp[])
      : [];
  const placed: Placed[] = [
    ...milestones(row, view).map((event) => ({ at: event.at, rank: RANKS[event.kind], seq: 0, event })),
    ...lookUps.map((lookUp) => ({ ...lookUp, event: lookUpEvent(lookUp, user, view) })),
  ]
    .filter((item) => compare(item, before) < 0)
    .sort((one, another) => compare(another, one));
  const last = placed.length > PAGE ? placed[PAGE - 1] : undefined;
  return {
    rows: placed.slice(0, PAGE).map(({ event }) => event),
    cursor: cursor ?? null,
    nextCursor: last ? formatCursor(last) : null,
  };
}
