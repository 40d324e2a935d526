import { useRouteLoaderData } from 'react-router';
import { env } from '#app/config/env.server.ts';
import type { loader as rootLoader } from '#app/root.tsx';
import { AppShell } from '#app/routes/layouts/shells/app-shell.tsx';
import { AuthFrame, GuestShell } from '#app/routes/layouts/shells/guest-shell.tsx';
import { ErrorPage } from '#app/ui/error-page.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { Tabs } from '#app/ui/tabs.tsx';
import { Toast } from '#app/ui/toast.tsx';
import type { Route } from './+types/ui';
import { Forms } from './ui-forms.tsx';
import { Pieces, SampleDialog, SampleLogin } from './ui-pieces.tsx';

const VIEWS = ['pieces', 'forms', 'login', 'verifier', 'admin', 'superadmin', 'dialog', 'errors'] as const;

/** The design system on one page. Only outside production. */
export function loader({ url }: Route.LoaderArgs) {
  if (env().production) throw new Response(null, { status: 404 });
  const view = url.searchParams.get('view');
  return { view: VIEWS.find((name) => name === view) ?? 'pieces', toast: url.searchParams.get('toast') };
}

export const meta = () => [
  ...pageMeta('Design system', 'Every piece of the design system in every state.'),
  { name: 'robots', content: 'noindex' },
];

const noop = () => {};

export default function DevUi({ loaderData: { view, toast } }: Route.ComponentProps) {
  const theme = useRouteLoaderData<typeof rootLoader>('root')?.theme ?? 'system';
  if (view === 'login') {
    return (
      <GuestShell theme={theme} pathname="/" variant="auth">
        <AuthFrame>
          <SampleLogin />
        </AuthFrame>
      </GuestShell>
    );
  }
  const role = view === 'admin' || view === 'superadmin' ? view : 'corporate';
  const pathname = {
    admin: '/admin/issued-certificates',
    superadmin: '/admin/update',
    corporate: '/verify',
  }[role];
  return (
    <AppShell
      user={{ name: 'Nguyễn Thị Lan', role }}
      acts={['read', 'certificates', 'courses', 'manage']}
      switcher={null}
      pathname={pathname}
      theme={theme}
      sidebar="open"
    >
      <PageHeader
        title="Design system"
        lead="Every piece in every state. Outside production only."
        crumbs={[{ label: 'Development', to: '/dev/ui' }, { label: 'Design system' }]}
      />
      <div className="mb-8 overflow-x-auto">
        <Tabs
          label="Views"
          fit
          tabs={VIEWS.map((name) => ({
            label: name,
            to: `/dev/ui?view=${name}`,
            current: name === view,
          }))}
        />
      </div>
      {view === 'forms' && <Forms />}
      {view === 'errors' && (
        <div className="grid gap-12">
          {[403, 429, 500].map((status) => (
            <ErrorPage key={status} status={status} />
          ))}
        </div>
      )}
      {view !== 'forms' && view !== 'errors' && <Pieces />}
      {view === 'dialog' && <SampleDialog />}
      {toast && (
        <div className="toasts" data-position="top-center">
          <Toast
            toast={{ kind: 'success', message: 'Login successful!', durationMs: 600_000 }}
            onClose={noop}
          />
          <Toast toast={{ kind: 'error', message: 'Login failed.', durationMs: 600_000 }} onClose={noop} />
          <Toast
            toast={{
              kind: 'info',
              message: 'You need to register first before using Google login',
              durationMs: 600_000,
            }}
            onClose={noop}
          />
        </div>
      )}
    </AppShell>
  );
}
