import { redirect } from 'react-router';
import type { Route } from './+types/login-redirect';

/** Redirects /login to /. */
export const loader = ({ url }: Route.LoaderArgs) => redirect(`/${url.search}`);
