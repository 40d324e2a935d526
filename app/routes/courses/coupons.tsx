import { Form, useNavigation } from 'react-router';
import { couponEndSchema, couponSchema } from '#app/courses/coupon.schema.ts';
import {
  coursesForCoupons,
  createCoupon,
  endCoupon,
  type ListedCoupon,
  listCoupons,
} from '#app/courses/manage-coupons.server.ts';
import { form, intentAction } from '#app/routes/form.server.ts';
import { EmptyList } from '#app/routes/pieces/empty-list.tsx';
import { redirectWithToast } from '#app/routes/redirects.server.ts';
import { actorContext } from '#app/server/session/context.server.ts';
import { formatCalendarDate } from '#app/shared/dates.ts';
import { listQuerySchema } from '#app/shared/list-query.ts';
import { formatUsd } from '#app/shared/money.ts';
import { parseInput } from '#app/shared/parse.server.ts';
import { ActionAlert } from '#app/ui/action-alert.tsx';
import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Select, TextField } from '#app/ui/field.tsx';
import { formState } from '#app/ui/form-state.ts';
import { useMorePages } from '#app/ui/more-pages.ts';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import { ListSearch } from '#app/ui/search-box.tsx';
import { type Column, Table } from '#app/ui/table.tsx';
import { PageToast } from '#app/ui/toast.tsx';
import type { Route } from './+types/coupons';

export const meta = () => pageMeta('Coupons', 'Discount codes for your courses.');

const period = ({ validFrom, validUntil }: ListedCoupon) =>
  [
    validFrom && `from ${formatCalendarDate(validFrom)}`,
    validUntil && `until ${formatCalendarDate(validUntil)}`,
  ]
    .filter(Boolean)
    .join(' ') || 'Always';

export const loader = ({ url, context }: Route.LoaderArgs) => {
  const actor = context.get(actorContext);
  const { cursor, q = '' } = Object.fromEntries(url.searchParams);
  const { coupons, nextCursor } = listCoupons(actor, parseInput(listQuerySchema, { cursor, q }));
  return {
    courses: coursesForCoupons(actor),
    rows: coupons.map((coupon) => ({
      id: coupon.id,
      code: coupon.code,
      discount: coupon.percent === null ? formatUsd(coupon.amountMinor ?? 0) : `${coupon.percent}%`,
      course: coupon.course ?? 'All your courses',
      period: period(coupon),
      uses: coupon.maxUses === null ? String(coupon.uses) : `${coupon.uses} of ${coupon.maxUses}`,
      state: coupon.state,
    })),
    q,
    cursor: cursor ?? null,
    nextCursor,
  };
};

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

const STATES: Record<Row['state'], [tone: BadgeTone, label: string]> = {
  active: ['success', 'Active'],
  scheduled: ['info', 'Scheduled'],
  'used-up': ['warning', 'Used up'],
  ended: ['neutral', 'Ended'],
};

const COLUMNS: Column<Row>[] = [
  { header: 'Code', cell: ({ code }) => code },
  { header: 'Discount', cell: ({ discount }) => discount },
  { header: 'For', cell: ({ course }) => course },
  { header: 'Valid', cell: ({ period: valid }) => valid },
  { header: 'Uses', cell: ({ uses }) => uses },
  {
    header: 'State',
    cell: ({ state }) => {
      const [tone, label] = STATES[state];
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  {
    header: 'End',
    screenOnly: true,
    cell: ({ id, code, state }) =>
      state !== 'ended' && (
        <Form method="post">
          <input type="hidden" name="intent" value="end" />
          <input type="hidden" name="id" value={id} />
          <SubmitButton variant="secondary" size="small">
            End<span className="sr-only"> {code}</span>
          </SubmitButton>
        </Form>
      ),
  },
];

export default function Coupons({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, ...more } = useMorePages(loaderData);
  return (
    <>
      <PageToast toast={actionData?.toast} />
      <PageHeader title="Coupons" lead="Discount codes for your courses." />
      <ActionAlert answer={actionData} />
      <div className="grid gap-8">
        <div>
          <ListSearch label="Search by code or course" q={loaderData.q} isEmpty={rows.length === 0} />
          {rows.length === 0 ? (
            <EmptyList
              title="No coupons yet"
              text="Coupons that you create are listed here."
              filtered={loaderData.q !== ''}
              all="/admin/coupons"
              more={more.to !== null}
            />
          ) : (
            <Table caption="Your coupons" columns={COLUMNS} groups={[{ rows }]} rowKey={({ id }) => id} />
          )}
        </div>
        <LoadMore {...more} />
        <NewCoupon key={rows[0]?.id} courses={loaderData.courses} failure={actionData} />
      </div>
    </>
  );
}

type NewCouponProps = Pick<Route.ComponentProps['loaderData'], 'courses'> & {
  failure: Route.ComponentProps['actionData'];
};

function NewCoupon({ courses, failure }: NewCouponProps) {
  const { value, errors } = formState(failure?.intent === 'create' ? failure : null);
  const pending = useNavigation().formData?.get('intent') === 'create';
  const field = (name: string) => ({ name, defaultValue: value(name) ?? '', errors: errors(name) });
  return (
    <Card className="max-w-3xl">
      <h2 className="mb-4 text-xl">New coupon</h2>
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="intent" value="create" />
        <TextField
          label="Code"
          required
          maxLength={30}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="4 to 30 letters, digits or hyphens; in any case."
          {...field('code')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Discount" required inputMode="decimal" maxLength={15} {...field('value')} />
          <Select
            label="Discount in"
            options={[
              { value: 'percent', label: 'Percent' },
              { value: 'amount', label: 'Dollars' },
            ]}
            {...field('kind')}
            defaultValue={value('kind') ?? 'percent'}
          />
          <TextField label="Valid from" type="date" optional {...field('validFrom')} />
          <TextField label="Valid until" type="date" optional {...field('validUntil')} />
          <TextField
            label="Number of uses"
            optional
            inputMode="numeric"
            maxLength={5}
            {...field('maxUses')}
          />
          <Select
            label="For"
            options={[
              { value: '', label: 'All your courses' },
              ...courses.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            {...field('courseId')}
          />
        </div>
        <div>
          <SubmitButton pending={pending}>Create coupon</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
