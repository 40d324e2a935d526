import type { RouterContextProvider } from 'react-router';
import { areaOf, type Member, type Role } from '#app/accounts/actor.server.ts';
import { formOwnerOf, formOwnerToken } from '#app/accounts/kept-forms.server.ts';
import { hasOtherOrganisations, organisationsOf } from '#app/accounts/organisations/membership.server.ts';
import { actsOf, type OrganisationAct } from '#app/accounts/organisations/roles.ts';
import { type AccountNotice, accountNotice } from '#app/accounts/restriction.server.ts';
import { ownName } from '#app/messages/about-languages.ts';
import { languages, readerLanguage } from '#app/messages/reader-language.server.ts';
import type { SidebarState, Theme } from '#app/ui/preferences.ts';
import { SIDEBAR_COOKIE, THEME_COOKIE, toSidebarState, toTheme } from '#app/ui/preferences.ts';
import { actorContext, readCookie } from './context.server.ts';
import { keptFormContext } from './kept-form.server.ts';

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
  user: { name: string; role: Role } | null;
  /** Names the viewer's account and organisation in forms. */
  owner: string | null;
  /** The rights of the viewer's role in its organisation. */
  acts: readonly OrganisationAct[];
  switcher: Switcher | null;
  /** A notice about the viewer's account for every page. */
  notice: AccountNotice | null;
};

/** Reads a request's frame. identifyActor must have run. */
export function readFrame(request: Request, context: Readonly<RouterContextProvider>): Frame {
  const actor = context.get(actorContext);
  const viewer = actor.kind === 'user' ? actor : null;
  const owner = formOwnerOf(actor);
  return {
    languages: { chosen: readerLanguage(), choices: choicesOfLanguage() },
    theme: toTheme(readCookie(request, THEME_COOKIE)),
    sidebar: toSidebarState(readCookie(request, SIDEBAR_COOKIE)),
    user: viewer && { name: viewer.user.name, role: areaOf(viewer) },
    owner: context.get(keptFormContext)?.owner ?? (owner && formOwnerToken(owner)),
    acts: viewer?.organisation ? actsOf(viewer.organisation.role) : [],
    switcher: viewer && switcherOf(viewer),
    notice: viewer && accountNotice(viewer),
  };
}
