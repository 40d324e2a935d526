import { redirect } from 'react-router';
import type { Route } from './+types/login-redirect';

export const loader = ({ url }: Route.LoaderArgs) => redirect(`/${url.search}`);
