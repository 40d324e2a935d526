import { Check, X } from 'lucide';
import { Accordion, AccordionItem } from '#app/ui/accordion.tsx';
import { Alert } from '#app/ui/alert.tsx';
import { Avatar } from '#app/ui/avatar.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button, ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { IdText } from '#app/ui/id-text.tsx';
import { LoadMore } from '#app/ui/pagination.tsx';
import { Price } from '#app/ui/price.tsx';
import { Progress } from '#app/ui/progress.tsx';
import { SkeletonCards, SkeletonRows } from '#app/ui/skeleton.tsx';
import { Stars } from '#app/ui/stars.tsx';
import { StatTile, StatTiles } from '#app/ui/stat-tile.tsx';
import { type Column, Table } from '#app/ui/table.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { showToast } from '#app/ui/toast.tsx';

type Row = { student: string; course: string; email: string; issued: string; id: string; paid: boolean };

const ROWS: readonly Row[] = [
  {
    student: 'Nguyễn Thị Lan',
    course: 'Modern CSS',
    email: 'lan@example.org',
    issued: '21/11/2026',
    id: '7K3M-9QZX-2HVB-4TND',
    paid: true,
  },
  {
    student: 'Søren Aabye',
    course: 'Databases from first principles',
    email: 'soren@example.org',
    issued: '20/11/2026',
    id: '0Q8R-VV31-KX5C-7MMA',
    paid: false,
  },
  {
    student: 'محمد العلي',
    course: 'Mobile apps',
    email: 'm.alali@example.org',
    issued: '12/10/2026',
    id: 'AB34-77TC-9WEE-R5D1',
    paid: true,
  },
];

const COLUMNS: readonly Column<Row>[] = [
  { header: 'Issued to', cell: ({ student }) => student },
  { header: 'Course', cell: ({ course }) => course },
  { header: 'Contact', cell: ({ email }) => email },
  { header: 'Issue Date', cell: ({ issued }) => issued },
  { header: 'Certificate ID', cell: ({ id }) => <IdText code>{id}</IdText> },
  {
    header: 'Payment',
    cell: ({ paid }) =>
      paid ? (
        <Badge tone="success">
          <Icon of={Check} />
          Success
        </Badge>
      ) : (
        <Badge tone="danger">
          <Icon of={X} />
          No
        </Badge>
      ),
  },
];

/** The components that pages consist of. */
export function Pieces() {
  return (
    <div className="grid gap-10">
      <StatTiles>
        <StatTile label="Total Courses" value="24" />
        <StatTile label="Students Learning" value="1,280" />
        <StatTile label="Average Rating" value="4.8" />
        <StatTile label="Access" value="24/7" />
      </StatTiles>
      <section>
        <h2 className="mb-4">Table</h2>
        <Table
          caption="Issued certificates"
          columns={COLUMNS}
          rowKey={({ id }) => id}
          fadeIn
          groups={[
            { heading: 'Today', rows: ROWS.slice(0, 1) },
            { heading: 'Yesterday', rows: ROWS.slice(1, 2) },
            { heading: 'Earlier', rows: ROWS.slice(2) },
          ]}
        />
        <LoadMore to="/dev/ui?view=pieces" />
      </section>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="grid gap-4">
          <h2 className="text-xl">Marks</h2>
          <p className="flex flex-wrap gap-2">
            <Badge>Frontend</Badge>
            <Badge tone="success">Valid</Badge>
            <Badge tone="danger">Revoked</Badge>
            <Badge tone="warning">Expired</Badge>
            <Badge tone="info">New</Badge>
            <Badge tone="gold">Top Rated</Badge>
          </p>
          <p className="flex flex-wrap items-center gap-4">
            <Stars rating={4.6}>
              <span className="text-muted">(128)</span>
            </Stars>
            <Price cents={420_000} />
            <Avatar name="Nguyễn Thị Lan" />
            <Avatar name="Ada" size="large" label="Ada" />
          </p>
          <Progress label="Uploading lesson-1.mp4" value={64} />
          <Progress label="Processing" />
          <p>
            Plain text with <IdText code>7K3M-9QZX-2HVB-4TND</IdText> and a{' '}
            <a className="link" href="/dev/ui?view=forms">
              link to the forms
            </a>
            .
          </p>
        </Card>
        <div className="grid gap-4">
          <Alert tone="success">Certificate issued successfully!</Alert>
          <Alert tone="error">An error occurred</Alert>
          <Alert tone="warning" title="Waiting for approval">
            A super admin must approve your account before you can issue.
          </Alert>
          <Alert tone="info">This gateway takes test cards only.</Alert>
          <p className="flex flex-wrap gap-3">
            <Button
              variant="secondary"
              onClick={() => showToast({ kind: 'success', message: 'Login successful!' })}
            >
              Toast above
            </Button>
            <Button
              variant="secondary"
              onClick={() =>
                showToast({ kind: 'error', message: 'Payment failed', position: 'bottom-right' })
              }
            >
              Toast below
            </Button>
            <ButtonLink to="/dev/ui?view=dialog" variant="secondary">
              Dialog
            </ButtonLink>
          </p>
        </div>
      </div>
      <section>
        <h2 className="mb-4">Accordion</h2>
        <Accordion>
          <AccordionItem name="modules" title="Module 1: The cascade" extra="3 lessons" open>
            <p>Selectors, layers and how a browser decides.</p>
          </AccordionItem>
          <AccordionItem name="modules" title="Module 2: Layout" extra="5 lessons">
            <p>Grid, flex and writing modes.</p>
          </AccordionItem>
        </Accordion>
      </section>
      <section className="grid gap-6 lg:grid-cols-2">
        <h2 className="lg:col-span-2">Loading and empty</h2>
        <SkeletonRows label="Loading certificates..." />
        <EmptyState title="No modules yet" action={<ButtonLink to="/dev/ui">Create First Module</ButtonLink>}>
          Modules hold the lessons of a course.
        </EmptyState>
        <div className="lg:col-span-2">
          <SkeletonCards cards={3} label="Loading courses..." />
        </div>
      </section>
    </div>
  );
}

export function SampleDialog() {
  return (
    <Dialog title="Add New Lesson" closeTo="/dev/ui">
      <form className="form">
        <TextField label="Lesson title" name="title" />
        <TextField label="Duration" name="duration" placeholder="15:30" />
        <SubmitButton>Create Lesson</SubmitButton>
      </form>
    </Dialog>
  );
}

/** A copy of the login form, which belongs to its route. */
export function SampleLogin() {
  return (
    <>
      <Tabs
        label="Account"
        tabs={[
          { label: 'Login', to: '/dev/ui?view=login', current: true },
          { label: 'Register', to: '/dev/ui?view=forms' },
        ]}
      />
      <h1 className="mt-8 mb-6 text-2xl">Welcome back</h1>
      <form className="form">
        <TextField label="Email" name="email" type="email" autoComplete="username" />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" />
        <a className="link w-fit text-sm" href="/dev/ui">
          Forgot password?
        </a>
        <SubmitButton block>Login Now</SubmitButton>
        <ButtonLink to="/dev/ui" variant="secondary" block>
          Login with Google
        </ButtonLink>
      </form>
      <p className="mt-6 text-center text-sm text-muted">
        Don't have an account yet?{' '}
        <a className="link" href="/dev/ui">
          Register
        </a>
      </p>
    </>
  );
}
