import { couponEndSchema, couponSchema } from '#app/courses/coupon.schema.ts';
import {
  coursesForCoupons,
  createCoupon,
  endCoupon,
  type ListedCoupon,
  listCoupons,
} from '#app/courses/manage-coupons.server.ts';
import { formatPercent } from '#app/messages/format-numbers.ts';
import { form, intentAction, redirectWithToast } from '#app/routes/form.server.ts';
import { May } from '#app/routes/layouts/use-frame.tsx';
import { listLoader } from '#app/routes/list-loader.server.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { Note } from '#app/routes/pieces/certificate-lists/certificate-state.tsx';
import { useIntent } from '#app/routes/use-intent.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { formatCalendarDate } from '#app/shared/format-dates.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { formatUsd } from '#app/shared/money.ts';
import { Select, TextField } from '#app/ui/form.tsx';
import { ListPage } from '#app/ui/list-page.tsx';
import { ActionAlert, type Column, stateBadge } from '#app/ui/list-parts.tsx';
import { Card, PageHeader, pageMeta, rich, SubmitButton } from '#app/ui/page.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import { t } from '#messages';
import type { Route } from './+types/coupons';

export const meta = () => pageMeta(t('common.coupons'), t('coupons.discountCodesForYourCourses'));

const period = ({ validFrom, validUntil }: ListedCoupon) =>
  [
    validFrom && t('coupons.fromDate', { date: formatCalendarDate(validFrom) }),
    validUntil && t('coupons.untilDate', { date: formatCalendarDate(validUntil) }),
  ]
    .filter(Boolean)
    .join(' ') || t('coupons.always');

export const loader = ({ url, context }: Route.LoaderArgs) =>
  listLoader(url, listQuerySchema, (query) => {
    const actor = context.get(actorContext);
    const { coupons, nextCursor } = listCoupons(actor, query);
    return {
      courses: coursesForCoupons(actor),
      rows: coupons.map((coupon) => ({
        id: coupon.id,
        code: coupon.code,
        discount:
          coupon.percent === null ? formatUsd(coupon.amountMinor ?? 0) : formatPercent(coupon.percent / 100),
        course: coupon.course ?? t('coupons.allYourCourses'),
        period: period(coupon),
        uses:
          coupon.maxUses === null
            ? String(coupon.uses)
            : t('coupons.usesOfMaxuses', { uses: coupon.uses, maxUses: coupon.maxUses }),
        state: coupon.state,
        createdBy: coupon.createdBy,
      })),
      nextCursor,
    };
  });

const back = ({ message }: { message: string }) => redirectWithToast('/admin/coupons', message);

export const action = intentAction({
  create: form({
    schema: couponSchema,
    perform: (input, { actor }) => createCoupon(actor, input),
    outcome: back,
  }),
  end: form({
    schema: couponEndSchema,
    perform: (input, { actor }) => endCoupon(actor, input),
    outcome: back,
  }),
});

type Row = Route.ComponentProps['loaderData']['rows'][number];

const STATES = {
  active: ['success', () => t('coupons.active')],
  scheduled: ['info', () => t('coupons.scheduled')],
  'used-up': ['warning', () => t('coupons.usedUp')],
  ended: ['neutral', () => t('coupons.ended')],
} as const;

const tableColumns = (): Column<Row>[] => [
  {
    header: t('common.code'),
    cell: ({ code, createdBy }) => (
      <>
        <bdi>{code}</bdi>
        {createdBy && <Note>{t('coupons.createdByCreatedby', { createdBy })}</Note>}
      </>
    ),
  },
  { header: t('common.discount'), cell: ({ discount }) => discount },
  { header: t('coupons.for'), cell: ({ course }) => <bdi>{course}</bdi> },
  { header: t('coupons.valid'), cell: ({ period: valid }) => valid },
  { header: t('coupons.uses'), cell: ({ uses }) => uses },
  {
    header: t('common.state'),
    cell: ({ state }) => stateBadge(STATES[state]),
  },
  {
    header: t('coupons.end'),
    screenOnly: true,
    cell: ({ id, code, state }) =>
      state !== 'ended' && (
        <May act="courses">
          <Form method="post">
            <input type="hidden" name="intent" value="end" />
            <input type="hidden" name="id" value={id} />
            <SubmitButton variant="secondary" size="small">
              {rich('coupons.endCode', { code: <span className="sr-only"> {code}</span> })}
            </SubmitButton>
          </Form>
        </May>
      ),
  },
];

export default function Coupons({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader title={t('common.coupons')} lead={t('coupons.discountCodesForYourCourses')} />
      <ActionAlert answer={actionData} />
      <div className="grid gap-8">
        <div>
          <ListPage
            list={loaderData}
            search={{ label: t('coupons.searchByCodeOrCourse') }}
            empty={{ title: t('coupons.noCouponsYet'), text: t('coupons.couponsThatYouCreateAreListedHere') }}
            table={{ caption: t('coupons.yourCoupons'), columns: tableColumns(), rowKey: ({ id }) => id }}
          />
        </div>
        <May act="courses">
          <NewCoupon key={loaderData.rows[0]?.id} courses={loaderData.courses} failure={actionData} />
        </May>
      </div>
    </>
  );
}

const kinds = () => [
  { value: 'percent', label: t('coupons.percent') },
  { value: 'amount', label: t('coupons.dollars') },
];

type NewCouponProps = Pick<Route.ComponentProps['loaderData'], 'courses'> & {
  failure: Route.ComponentProps['actionData'];
};

function NewCoupon({ courses, failure }: NewCouponProps) {
  const { form, pending } = useIntent(failure, 'create');
  return (
    <Card className="max-w-3xl">
      <h2 className="mb-4 text-xl">{t('coupons.newCoupon')}</h2>
      <Form {...form} className="grid gap-5">
        <input type="hidden" name="intent" value="create" />
        <TextField
          label={t('common.code')}
          required
          maxLength={30}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={t('coupons.fourTo30Letters')}
          name="code"
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={t('common.discount')} required inputMode="decimal" maxLength={15} name="value" />
          <Select label={t('coupons.discountIn')} options={kinds()} name="kind" defaultValue="percent" />
          <TextField label={t('common.validFrom')} type="date" optional name="validFrom" />
          <TextField label={t('common.validUntil')} type="date" optional name="validUntil" />
          <TextField
            label={t('common.numberOfUses')}
            optional
            inputMode="numeric"
            maxLength={5}
            name="maxUses"
          />
          <Select
            label={t('coupons.for')}
            options={[
              { value: '', label: t('coupons.allYourCourses') },
              ...courses.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            name="courseId"
          />
        </div>
        <div>
          <SubmitButton pending={pending}>{t('coupons.createCoupon')}</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
