import { layout, prefix, type RouteConfig, route } from '@react-router/dev/routes';

/** Every URL of the product, in the order of the specification's route table; the API follows its section 7. */
export default [
  layout('routes/layouts/guest.tsx', [
    route('/', 'routes/accounts/login.tsx'),
    route('register', 'routes/accounts/register.tsx'),
    route('forgot-password', 'routes/accounts/forgot-password.tsx'),
    route('reset-password/:token', 'routes/accounts/reset-password.tsx'),
    route('resend-verification', 'routes/accounts/resend-verification.tsx'),
    route('verify/:token', 'routes/accounts/verify-email.tsx'),
    route('superadmin-login', 'routes/accounts/superadmin-login.tsx'),
    route('admin-login/admincredentials', 'routes/accounts/admin-login.tsx'),
    route('faq', 'routes/site/faq.tsx'),
    route('mission', 'routes/site/mission.tsx'),
    route('vision', 'routes/site/vision.tsx'),
    route('support', 'routes/site/support.tsx'),
    route('contact', 'routes/site/contact.tsx'),
    route('tracking', 'routes/site/tracking.tsx'),
    route('tracing', 'routes/site/tracing.tsx'),
    route('verification', 'routes/site/verification.tsx'),
    route('training', 'routes/site/training.tsx'),
    route('authentication', 'routes/site/authentication.tsx'),
    // Outside production.
    route('dev/mail', 'routes/system/mailbox.tsx'),
    route('dev/mail/:id', 'routes/system/mail.tsx'),
  ]),
  route('auth/callback', 'routes/accounts/google-done.ts'),
  route('login', 'routes/accounts/login-redirect.ts'),
  route('logout', 'routes/accounts/logout.ts'),
  layout('routes/layouts/member.tsx', [
    route('dashboard', 'routes/accounts/dashboard.ts'),
    route('settings', 'routes/accounts/settings.tsx'),
    route('services', 'routes/site/services.tsx'),
    route('course-details', 'routes/site/course-details.tsx'),
    route('verify', 'routes/verification/verify.tsx'),
    route('verify/payment', 'routes/verification/payment.tsx'),
  ]),
  layout('routes/layouts/admin.tsx', [
    route('admin/issue-certificate', 'routes/certificates/issue.tsx'),
    route('admin/issued-certificates', 'routes/certificates/issued.tsx'),
  ]),
  layout('routes/layouts/superadmin.tsx', [
    route('admin/update', 'routes/superadmin/update.tsx'),
    route('admin/support', 'routes/superadmin/support.tsx'),
  ]),

  // Files, served after a check.
  route('certificates/:file', 'routes/files/certificate.ts'),
  route('videos/:file', 'routes/files/video.ts'),
  route('thumbnails/:file', 'routes/files/thumbnail.ts'),

  ...prefix('api/v1', [
    route('users/login', 'routes/api/v1/login.ts'),
    route('users/register', 'routes/api/v1/register.ts'),
    route('users/forgot-password', 'routes/api/v1/forgot-password.ts'),
    route('users/reset-password/:token', 'routes/api/v1/reset-password.ts'),
    route('auth/google', 'routes/api/v1/google.ts'),
    route('auth/google/callback', 'routes/api/v1/google-callback.ts'),
    route('users/verify/:token', 'routes/api/v1/verify-email.ts'),
    route('users/logout', 'routes/api/v1/logout.ts'),
    route('users/me', 'routes/api/v1/me.ts'),
    route('admin/login', 'routes/api/v1/admin-login.ts'),
    route('certs/issue', 'routes/api/v1/issue.ts'),
    route('certificates/my-issued', 'routes/api/v1/my-issued.ts'),
    route('certificates/all', 'routes/api/v1/all-issued.ts'),
    route('cert/verify', 'routes/api/v1/cert-verify.ts'),
    route('cert/verify/payment', 'routes/api/v1/cert-payment.ts'),
    route('users/courses', 'routes/api/v1/courses.ts'),
    route('admin/course/modules/fetchCourseDetails/:id', 'routes/api/v1/course-details.ts'),
    route('admin/course/addModules/:courseId', 'routes/api/v1/add-module.ts'),
    route('admin/course/:courseId/module/:moduleId', 'routes/api/v1/delete-module.ts'),
    route('admin/course/module/addLesson/:moduleId', 'routes/api/v1/add-lesson.ts'),
    route('admin/course/module/:moduleId/lesson/:lessonId', 'routes/api/v1/delete-lesson.ts'),
    route('admin/course', 'routes/api/v1/create-course.ts'),
    route('admin/courses', 'routes/api/v1/admin-courses.ts'),
    route('admin/course/:id', 'routes/api/v1/delete-course.ts'),
  ]),
  route('api/*', 'routes/api/v1/not-found.ts'),

  // System.
  route('dev/ui', 'routes/dev/ui.tsx'),
  route('theme', 'routes/site/theme.ts'),
  route('healthz', 'routes/system/health.ts'),
  route('readyz', 'routes/system/ready.ts'),

  // Whatever else is asked for: a route too, so that the root middleware runs for it.
  layout('routes/layouts/guest.tsx', { id: 'not-found-frame' }, [route('*', 'routes/system/not-found.tsx')]),
] satisfies RouteConfig;
