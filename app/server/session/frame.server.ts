import type { RouterContextProvider } from 'react-router';
import { areaOf, type Member, type Role } from '#app/accounts/actor.server.ts';
import { formOwnerOf, formOwnerToken } from '#app/accounts/kept-forms.server.ts';
import { hasOtherOrganisations, organisationsOf } from '#app/accounts/organisations/membership.server.ts';
import { actsOf, type OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { type AccountNotice, accountNotice } from '#app/accounts/restriction.server.ts';
import { env } from '#app/config/env.server.ts';
import { ownName } from '#app/messages/about-languages.ts';
import { languages, readerLanguage } from '#app/messages/reader-language.server.ts';
import type { MenuGroup, SidebarState, Theme } from '#app/ui/preferences.ts';
import {
  MENU_COOKIE,
  preferenceCookie,
  SIDEBAR_COOKIE,
  THEME_COOKIE,
  toMenuGroup,
  toSidebarState,
  toTheme,
} from '#app/ui/preferences.ts';
import { actorContext, readCookie } from './context.server.ts';
import { keptFormContext } from './kept-form.server.ts';
import { type Waiting, waitingFor } from './waiting.server.ts';

/** The organisations among which the viewer chooses in the bar. The ID of the account itself is empty. */
export type Switcher = { current: string; choices: { id: string; name: string }[] };

/** Null without a choice. An account that owns the organisation that it registered acts for that one, not for itself. */
function switcherOf({ user, organisation }: Member): Switcher | null {
  if (!hasOtherOrganisations(user.id)) return null;
  const own = organisationsOf(user.id);
  const isIssuer = own.some(({ id }) => id === user.id);
  const choices = [
    ...own.map(({ id, name }) => ({ id, name })),
    ...(isIssuer ? [] : [{ id: '', name: user.name }]),
  ];
  return choices.length > 1 ? { current: organisation?.id ?? '', choices } : null;
}

/** The page's language, and those to choose from, each with its own name. None if the site has only one. */
export type Languages = { chosen: string; choices: { language: string; name: string }[] };

let ownNames: { of: string[]; choices: Languages['choices'] } | undefined;

function choicesOfLanguage(): Languages['choices'] {
  const all = languages();
  if (ownNames?.of !== all) {
    const choices = all.map((language) => ({ language, name: ownName(language) }));
    ownNames = { of: all, choices: choices.length > 1 ? choices : [] };
  }
  return ownNames.choices;
}

/** Data for the frame around a page: the viewer's account and preferences. */
export type Frame = {
  languages: Languages;
  theme: Theme;
  sidebar: SidebarState;
  /** The open group of the issuer's menu. */
  group: MenuGroup;
  /** The counts beside the menu's entries. */
  waiting: Waiting;
  user: { name: string; role: Role } | null;
  /** Names the viewer's account and organisation in forms. */
  owner: string | null;
  /** The rights of the viewer's role in its organisation. */
  acts: readonly OrganisationAct[];
  switcher: Switcher | null;
  /** A notice about the viewer's account for every page. */
  notice: AccountNotice | null;
};

/** Pages of the issuer's menu, by the group that has their links. */
const PAGES_OF_GROUP: readonly [MenuGroup, RegExp][] = [
  [
    'certificates',
    /^\/admin\/(?:issue-certificate|issued-certificates|verified-certificates|batches|designs|fields)(?:\/|$)/,
  ],
  ['courses', /^\/admin\/(?:create-course|coupons)(?:\/|$)/],
  ['organisation', /^\/(?:dashboard|admin\/members|admin\/audit)(?:\/|$)/],
];

const isPrefetch = ({ headers }: Request) => /\bprefetch\b/.test(headers.get('sec-purpose') ?? '');

/**
 * The open group of the issuer's menu: that of the page, or else the one that was open last. `cookie` remembers it, because without a
 * script nothing else does.
 */
export function menuGroup(request: Request, pathname: string): { group: MenuGroup; cookie: string | null } {
  const known = toMenuGroup(readCookie(request, MENU_COOKIE));
  const group = PAGES_OF_GROUP.find(([, pages]) => pages.test(pathname))?.[0] ?? known;
  const isNew = group !== known && !isPrefetch(request);
  return { group, cookie: isNew ? preferenceCookie(MENU_COOKIE, group, env().secureCookies) : null };
}

/** Reads a request's frame. identifyActor must have run. */
export function readFrame(request: Request, context: Readonly<RouterContextProvider>): Frame {
  const actor = context.get(actorContext);
  const viewer = actor.kind === 'user' ? actor : null;
  const owner = formOwnerOf(actor);
  return {
    languages: { chosen: readerLanguage(), choices: choicesOfLanguage() },
    theme: toTheme(readCookie(request, THEME_COOKIE)),
    sidebar: toSidebarState(readCookie(request, SIDEBAR_COOKIE)),
    group: menuGroup(request, new URL(request.url).pathname.replace(/\.data$/, '')).group,
    waiting: waitingFor(actor),
    user: viewer && { name: viewer.user.name, role: areaOf(viewer) },
    owner: context.get(keptFormContext)?.owner ?? (owner && formOwnerToken(owner)),
    acts: viewer?.organisation ? actsOf(viewer.organisation.role) : [],
    switcher: viewer && switcherOf(viewer),
    notice: viewer && accountNotice(viewer),
  };
}
