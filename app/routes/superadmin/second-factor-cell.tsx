import type { SecondFactorState } from '#app/accounts/second-factor/must-set-up.server.ts';
import { formatFacts } from '#app/messages/format-numbers.ts';
import { formatInstant } from '#app/shared/format-instants.ts';
import { Badge } from '#app/ui/list-parts.tsx';
import { ButtonLink } from '#app/ui/page.tsx';
import { t } from '#messages';

/** An account's second factor, with the times of its reset as a page shows them. */
export const shownSecondFactor = ({ isOn, reset }: SecondFactorState, zone: string) => ({
  isOn,
  reset: reset && {
    hasObjected: reset.objectedAt !== null,
    at: formatInstant(reset.objectedAt ?? reset.effectiveAt, zone),
  },
});

type SecondFactorCellProps = {
  id: string;
  name: string;
  secondFactor: ReturnType<typeof shownSecondFactor>;
  /** Of the list, to which the linked page returns. */
  search: string;
};

/** The state of an account's second factor in a list, with the button to reset it. */
export function SecondFactorCell({ id, name, secondFactor, search }: SecondFactorCellProps) {
  const { isOn, reset } = secondFactor;
  if (!isOn) return <span className="text-muted">{t('common.off')}</span>;
  const isOpen = reset !== null && !reset.hasObjected;
  return (
    <div className="grid justify-items-start gap-2">
      <Badge tone="success">{t('common.on')}</Badge>
      {reset && (
        <p className="text-muted text-sm">
          {formatFacts([
            reset.hasObjected
              ? t('secondFactorCell.theOwnerObjectedToAReset')
              : t('secondFactorCell.itGoesUnlessTheOwnerObjects'),
            reset.at,
          ])}
        </p>
      )}
      {!isOpen && (
        <ButtonLink
          to={`/superadmin/accounts/${id}/second-factor-reset${search}`}
          size="small"
          variant="danger"
          aria-label={t('secondFactorCell.resetSecondFactorOfName', { name })}
        >
          {t('common.resetSecondFactor')}
        </ButtonLink>
      )}
    </div>
  );
}

/** Links to the pages that end all sessions of an account, and that help it. */
export const EndSessionsLink = ({ id, name, search }: Omit<SecondFactorCellProps, 'secondFactor'>) => (
  <div className="grid justify-items-start gap-2">
    <ButtonLink
      to={`/superadmin/accounts/${id}/sessions${search}`}
      size="small"
      variant="secondary"
      aria-label={t('endSessions.endSessionsOfName', { name })}
    >
      {t('endSessions.endSessions')}
    </ButtonLink>
    <ButtonLink
      to={`/superadmin/accounts/${id}/help${search}`}
      size="small"
      variant="secondary"
      aria-label={t('helpAccount.helpName', { name })}
    >
      {t('helpAccount.help')}
    </ButtonLink>
  </div>
);

/** The list of an account, with the search from which its page was opened. */
export const listOfAccount = (isIssuer: boolean, { search }: URL) =>
  isIssuer
    ? { label: t('common.issuers'), to: `/admin/update${search}` }
    : { label: t('common.accounts'), to: `/superadmin/accounts${search}` };
