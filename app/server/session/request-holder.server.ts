import { createContext, type MiddlewareFunction, type RouterContextProvider, redirect } from 'react-router';
import { type Holder, holderOf } from '#app/holders/holder-sessions.server.ts';
import { actorContext } from './context.server.ts';
import { holderToken } from './cookies.server.ts';

/** The holder of certificates who makes a request, by account and by holder session, or null. identifyActor must have run. */
export const requestHolder = (request: Request, context: Readonly<RouterContextProvider>) =>
  holderOf(context.get(actorContext), holderToken(request));

/** The holder on routes with `requireHolder`. */
export const holderContext = createContext<Holder>();

/** Route middleware of a holder's pages. Leads everybody else to where holders get a link. */
export const requireHolder: MiddlewareFunction<Response> = ({ request, context }) => {
  const holder = requestHolder(request, context);
  if (!holder) throw redirect('/my-certificates');
  context.set(holderContext, holder);
};
