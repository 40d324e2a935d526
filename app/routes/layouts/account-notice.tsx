import { Link } from 'react-router';
import { useFrame } from '#app/routes/layouts/use-frame.ts';
import type { Frame } from '#app/server/frame.server.ts';
import { Alert } from '#app/ui/alert.tsx';

type Notice = { title: string; text: string };

/** Why an issuer can't issue now and what to do about it, or null when it can. */
export function issuerNotice(user: Frame['user']): Notice | null {
  if (user?.role !== 'admin') return null;
  if (user.status === 'pending') {
    return {
      title: 'Your issuer account is waiting for approval.',
      text: `A super admin reviews every new issuer. We write to ${user.email} once yours is approved. Until then you can verify certificates and take courses.`,
    };
  }
  if (user.status === 'suspended') {
    return {
      title: 'Your issuer account is suspended.',
      text: 'You cannot issue certificates or change courses. Certificates that you have issued stay valid. Write to support to have the account reinstated.',
    };
  }
  return null;
}

/** Tells a pending or suspended issuer about it on every page. */
export function AccountNotice() {
  const notice = issuerNotice(useFrame().user);
  if (!notice) return null;
  return (
    <div className="mb-6">
      <Alert tone="warning" title={notice.title}>
        <p>{notice.text}</p>
        <p className="mt-1">
          <Link to="/support" className="link">
            Write to support
          </Link>
        </p>
      </Alert>
    </div>
  );
}
