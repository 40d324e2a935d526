import { Outlet } from 'react-router';

/** Pages that anybody may see: the tagline above, the footer below. */
export default function GuestLayout() {
  return <Outlet />;
}
