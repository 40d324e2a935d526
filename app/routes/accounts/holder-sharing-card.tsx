import { useNavigation } from 'react-router';
import { Form } from '#app/routes/owned-form.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Checkbox } from '#app/ui/field.tsx';
import { t } from '#messages';

/** An issuer's choice about the links of holders. */
export function HolderSharingCard({ isAllowed }: { isAllowed: boolean }) {
  const pending = useNavigation().formData?.get('intent') === 'sharing';
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">{t('holderSharingCard.sharingByHolders')}</h2>
      <Form method="post" className="form" preventScrollReset>
        <Checkbox
          label={t('holderSharingCard.holdersMayShare')}
          name="sharing"
          defaultChecked={isAllowed}
          hint={t('holderSharingCard.aHolderCanOpenAPublic')}
        />
        <SubmitButton name="intent" value="sharing" pending={pending}>
          {t('holderSharingCard.saveSharing')}
        </SubmitButton>
      </Form>
    </Card>
  );
}
