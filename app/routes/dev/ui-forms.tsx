import { FormAlert } from '#app/ui/alert.tsx';
import { Button, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Checkbox, FileField, RadioGroup, Select, TextArea, TextField } from '#app/ui/field.tsx';
import { SearchBox } from '#app/ui/search-box.tsx';
import { StarInput } from '#app/ui/stars.tsx';

const ROLES = ['admin', 'corporate', 'individual'].map((value) => ({
  value,
  label: value[0]?.toUpperCase() + value.slice(1),
}));
const CATEGORIES = ['All Categories', 'Frontend', 'Backend'].map((label) => ({ value: label, label }));

/** Empty, filled, invalid and disabled fields. */
export function Forms() {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card>
        <h2 className="mb-5 text-xl">Fields</h2>
        <form className="form">
          <TextField
            label="Full name"
            name="name"
            autoComplete="name"
            defaultValue="Αλεξάνδρα Παπαδοπούλου"
          />
          <TextField label="Email" name="email" type="email" hint="Where the verification mail is sent." />
          <RadioGroup label="Account type" name="role" options={ROLES} defaultValue="corporate" />
          <Select label="Category" name="category" options={CATEGORIES} />
          <TextField label="Expiry Date" name="expiryDate" type="date" optional />
          <TextArea label="Description" name="description" />
          <FileField
            label="Thumbnail"
            name="thumbnail"
            accept="image/*"
            hint="PNG, JPEG, WebP, GIF or AVIF, at most 10 MB."
          />
          <Checkbox label="Send me the certificate by email" name="mail" defaultChecked />
          <TextField label="Username" name="username" disabled defaultValue="lan.nguyen" />
          <div className="flex flex-wrap gap-3">
            <SubmitButton>Publish Course</SubmitButton>
            <SubmitButton pending pendingText="Publishing...">
              Publish Course
            </SubmitButton>
          </div>
        </form>
      </Card>
      <Card>
        <h2 className="mb-5 text-xl">The same, wrong</h2>
        <form className="form">
          <FormAlert errors="Please fill in all fields." />
          <TextField label="Full name" name="name2" errors={['Enter your name.']} />
          <TextField
            label="Email"
            name="email2"
            defaultValue="lan@"
            errors={['This is not an email address.']}
          />
          <RadioGroup
            label="Account type"
            name="role2"
            options={ROLES}
            errors={['Choose an account type.']}
          />
          <Select label="Category" name="category2" options={CATEGORIES} errors={['Choose a category.']} />
          <TextArea label="Description" name="description2" errors={['Write at least a sentence.']} />
          <FileField label="Thumbnail" name="thumbnail2" errors={['Please select a valid image file.']} />
          <Checkbox label="I have read this" name="read" errors={['Tick the box.']} />
        </form>
      </Card>
      <Card>
        <h2 className="mb-5 text-xl">Buttons</h2>
        <div className="flex flex-wrap items-center gap-3">
          <Button>Primary</Button>
          <Button variant="secondary">Secondary</Button>
          <Button variant="quiet">Quiet</Button>
          <Button variant="danger">Danger</Button>
          <Button disabled>Disabled</Button>
          <Button pending pendingText="Verifying...">
            Pay to Verify
          </Button>
          <Button size="small" variant="secondary">
            Small
          </Button>
        </div>
      </Card>
      <Card className="grid gap-6">
        <h2 className="text-xl">Search and rating</h2>
        <SearchBox label="Search certificates" placeholder="ID, student, email or course" />
        <StarInput label="Your rating" name="rating" defaultValue={4} />
      </Card>
    </div>
  );
}
