import { May } from '#app/routes/layouts/use-frame.tsx';
import { Form } from '#app/routes/owned-form.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';

type Props = {
  /** How many certificates wait, in words. */
  waiting: string;
  /** When they are issued. */
  at: string;
  pending: boolean;
};

/** When the certificates of a batch are issued that wait, and the buttons to change or withdraw them. */
export const WaitingBatch = ({ waiting, at, pending }: Props) => (
  <>
    <p>{t('batch.waitingAreIssuedAtWithdraw', { waiting, at })}</p>
    <May act="certificates">
      <Form method="post" className="flex flex-wrap gap-3">
        <ButtonLink to="/admin/issued-certificates?state=scheduled" variant="secondary">
          {t('issued.seeScheduledCertificates')}
        </ButtonLink>
        <SubmitButton name="intent" value="cancel" variant="danger" pending={pending}>
          {t('batch.withdrawAll')}
        </SubmitButton>
      </Form>
    </May>
  </>
);
