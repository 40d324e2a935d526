import { redirect } from 'react-router';
import { switchSchema } from '#app/accounts/organisations/members.schema.ts';
import { switchOrganisation } from '#app/accounts/organisations/membership.server.ts';
import { form, formAction } from '#app/routes/form.server.ts';

/** The switcher in the bar. Another organisation has other pages, so it redirects to the dashboard. */
export const action = formAction(
  form({
    schema: switchSchema,
    perform: ({ organisation }, { actor }) => switchOrganisation(actor, organisation),
    outcome: () => redirect('/dashboard'),
  }),
);

/** Reloading the form's URL is not an error. */
export const loader = () => redirect('/dashboard');
