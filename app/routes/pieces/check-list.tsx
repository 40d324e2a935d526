import type { Check, CheckId } from '@certrace/verify';
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide';
import { formatIsoTime } from '#app/messages/formats.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { EmailText, Icon } from '#app/ui/page.tsx';
import { t } from '#messages';

const names = (): Record<CheckId, string> => ({
  file: t('checkedFile.file'),
  signature: t('common.signature'),
  issuer: t('common.issuer'),
  log: t('common.log'),
  revocation: t('checkedFile.revocation'),
  suspension: t('checkedFile.suspension'),
  start: t('checkedFile.issueDate'),
  expiry: t('checkedFile.expiry'),
});

const results = () =>
  ({
    true: { tone: 'success', icon: CircleCheck, text: t('checkedFile.passed') },
    false: { tone: 'danger', icon: CircleAlert, text: t('checkedFile.failed') },
    null: { tone: 'neutral', icon: CircleHelp, text: t('checkedFile.notChecked') },
  }) as const;

/** An English report has the dates of the package, in ISO 8601. On pages they look like all others. */
const inOneForm = (message: string) =>
  message.replace(/\b(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(?::\d\d)?(?= UTC))?/g, (_, date, time) =>
    time === undefined ? formatCalendarDate(date) : formatIsoTime(`${date}T${time}`),
  );

function CheckRow({ check: { id, passed, message } }: { check: Check }) {
  const { tone, icon, text } = results()[`${passed}`];
  return (
    <li data-tone={tone}>
      <Icon of={icon} />
      <div className="min-w-0">
        <p className="check-name">
          {names()[id]}
          <span>{text}</span>
        </p>
        {message !== '' && (
          <p>
            <EmailText dir="auto">{inOneForm(message)}</EmailText>
          </p>
        )}
      </div>
    </li>
  );
}

/** Lists the checks of a certificate and their results. */
export const CheckList = ({ checks }: { checks: readonly Check[] }) => (
  <ul className="checks">
    {checks.map((check) => (
      <CheckRow key={check.id} check={check} />
    ))}
  </ul>
);
