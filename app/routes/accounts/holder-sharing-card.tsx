import { Form, useNavigation } from 'react-router';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Checkbox } from '#app/ui/field.tsx';

/** An issuer's choice about the links of holders. */
export function HolderSharingCard({ isAllowed }: { isAllowed: boolean }) {
  const pending = useNavigation().formData?.get('intent') === 'sharing';
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">Sharing by holders</h2>
      <Form method="post" className="form" preventScrollReset>
        <Checkbox
          label="Holders may share"
          name="sharing"
          defaultChecked={isAllowed}
          hint="A holder can open a public page for a certificate. Switched off, open pages are closed at once."
        />
        <SubmitButton name="intent" value="sharing" pending={pending}>
          Save Sharing
        </SubmitButton>
      </Form>
    </Card>
  );
}
