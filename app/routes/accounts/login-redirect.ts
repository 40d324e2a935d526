import { redirect } from 'react-router';
import type { Route } from './+types/login-redirect';

/** /login is / (CONTRACT D6). */
export const loader = ({ url }: Route.LoaderArgs) => redirect(`/${url.search}`);
