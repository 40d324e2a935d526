import { Link, useLocation } from 'react-router';
import type { Proof } from '#app/routes/accounts/proof.server.ts';
import { withRedirectTo } from '#app/shared/redirects.ts';
import { TextField, useFormState } from '#app/ui/form.tsx';
import { rich } from '#app/ui/page.tsx';
import { t } from '#messages';

type ProofFieldProps = {
  proof: Proof;
  /** The field's label, for super admins with the number of the password. */
  label?: string;
};

/** Asks for the password in a form, if the last proof of who it is is older than ten minutes. */
export function ProofField({ proof, label = t('common.currentPassword') }: ProofFieldProps) {
  const { pathname, search } = useLocation();
  const { errors } = useFormState();
  if (!proof.isNeeded && !errors('password')) return null;
  const hint = t('proofField.youGaveItMoreThanTenMinutesAgo');
  return (
    <TextField
      label={
        proof.isSuperAdmin ? t('page.labelNote', { label, note: t('superadminLogin.password1') }) : label
      }
      name="password"
      type="password"
      autoComplete="current-password"
      hint={
        proof.hasPasskeys
          ? rich('proofField.hintOrUseAPasskey', {
              hint,
              link: (text) => (
                <Link to={withRedirectTo('/settings/proof', pathname + search)} className="link">
                  {text}
                </Link>
              ),
            })
          : hint
      }
    />
  );
}
