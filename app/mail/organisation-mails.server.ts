import { t } from '#messages';
import { compose, type Fact, LANE, plainName } from './compose.server.ts';

type Person = { name: string; email: string };
type About = { organisation: string };

const roles = {
  owner: () => t('organisationMails.ownerWhoManagesEverything'),
  issuer: () => t('organisationMails.issuerWhoIssuesCertificates'),
  author: () => t('organisationMails.authorWhoTeachesCourses'),
  viewer: () => t('organisationMails.viewerWhoReadsEverything'),
};
type Role = keyof typeof roles;

/** The link of an invitation. Nobody has confirmed the address for this organisation. */
export const invitationMail = (
  address: string,
  { organisation, role, token }: About & { role: Role; token: string },
) =>
  compose(address, () => ({
    lane: LANE.security,
    subject: t('organisationMails.youAreInvitedToAnOrganisation'),
    lines: [t('organisationMails.anOrganisationOnCertraceInvitesYouAs')],
    facts: [
      [t('common.organisation'), plainName(organisation, t('certificateMails.anIssuer'))],
      [t('common.role'), roles[role]()],
    ],
    action: [t('organisationMails.seeTheInvitation'), `/invitations/${token}`],
    token,
    closing: [t('organisationMails.theLinkWorksOnceForSevenDays')],
  }));

export const memberJoinedMail = (
  person: Person,
  { member, organisation, role }: About & { member: string; role: Role },
) =>
  compose(person, () => ({
    lane: LANE.security,
    subject: t('organisationMails.yourOrganisationHasANewMember'),
    lines: [t('organisationMails.anInvitationWasAccepted')],
    facts: [
      [t('common.organisation'), organisation],
      [t('common.member'), member],
      [t('common.role'), roles[role]()],
    ],
    action: [t('organisationMails.seeTheMembers'), '/admin/members'],
  }));

export const memberLeftMail = (person: Person, { member, organisation }: About & { member: string }) =>
  compose(person, () => ({
    lane: LANE.security,
    subject: t('organisationMails.aMemberLeftYourOrganisation'),
    lines: [t('organisationMails.aMemberLeftItsSessionsAndApi')],
    facts: [
      [t('common.organisation'), organisation],
      [t('common.member'), member],
    ],
    action: [t('organisationMails.seeTheMembers'), '/admin/members'],
  }));

export const roleChangedMail = (person: Person, { organisation, role }: About & { role: Role }) =>
  compose(person, () => ({
    lane: LANE.security,
    subject: t('organisationMails.yourRoleWasChanged'),
    lines: [t('organisationMails.theOwnerOfAnOrganisationChangedYour')],
    facts: [
      [t('common.organisation'), organisation],
      [t('common.role'), roles[role]()],
    ],
  }));

export const memberRemovedMail = (person: Person, { organisation }: About) =>
  compose(person, () => ({
    lane: LANE.security,
    subject: t('organisationMails.youAreNoLongerAMember'),
    lines: [t('organisationMails.theOwnerOfAnOrganisationRemovedYou')],
    facts: [[t('common.organisation'), organisation]],
  }));

/** Asks a member to take the ownership over. */
export const ownershipOfferedMail = (person: Person, { organisation }: About) =>
  compose(person, () => ({
    lane: LANE.security,
    subject: t('organisationMails.willYouOwnThisOrganisation'),
    lines: [t('organisationMails.theOwnerOfAnOrganisationAsksYou')],
    facts: [[t('common.organisation'), organisation]],
    action: [t('common.seeYourOrganisations'), '/settings/organisations'],
  }));

/** What programs of others can still do for an organisation. */
type Programs = { tokens: readonly string[]; webhooks: readonly string[] };

/** To the former and the new owner. The new one gets a list of the programs that keep their access. */
export const ownershipTransferredMail = (
  person: Person,
  { organisation, isNew, tokens, webhooks }: About & Programs & { isNew: boolean },
) =>
  compose(person, () => ({
    lane: LANE.security,
    subject: isNew
      ? t('organisationMails.youOwnAnOrganisationNow')
      : t('organisationMails.yourOrganisationHasAnotherOwner'),
    lines: [
      isNew
        ? t('organisationMails.youHaveTakenAnOrganisationOver')
        : t('organisationMails.theOwnershipOfYourOrganisationWasTaken'),
      isNew && tokens.length + webhooks.length > 0 ? t('organisationMails.theseProgramsGoOn') : null,
    ],
    facts: [
      [t('common.organisation'), organisation],
      ...(isNew ? tokens.map((name): Fact => [t('common.token'), name]) : []),
      ...(isNew ? webhooks.map((url): Fact => [t('organisationMails.webhook'), url]) : []),
    ],
  }));

export const organisationClosedMail = (person: Person, { organisation }: About) =>
  compose(person, () => ({
    lane: LANE.security,
    subject: t('organisationMails.anOrganisationWasClosed'),
    lines: [t('organisationMails.theOwnerClosedAnOrganisationItIssues')],
    facts: [[t('common.organisation'), organisation]],
  }));
