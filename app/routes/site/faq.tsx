import { Link } from 'react-router';
import { env } from '#app/config/env.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { Accordion, AccordionItem } from '#app/ui/accordion.tsx';
import { ButtonLink, PageHeader, pageMeta, rich } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/faq';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export const loader = () => ({ fee: formatUsd(env().VERIFICATION_FEE_CENTS) });

export const meta = () =>
  pageMeta(t('faq.frequentlyAskedQuestions'), t('faq.shortAnswersAboutCertificateIds'));

type Question = [question: string, answer: string, link?: { to: string; label: string }];

/** @param fee of a verification */
const sections = (fee: string): { title: string; questions: Question[] }[] => [
  {
    title: t('faq.lookingUpACertificate'),
    questions: [
      [t('faq.whereDoIFindTheCertificateId'), t('faq.itIsPrintedOnTheCertificate')],
      [t('faq.whatDoesALookUpCost'), t('faq.feeForEachCertificate', { fee })],
      [t('faq.whatDoISeeBeforeIPay'), t('faq.theIdTheCourseTheIssuer')],
      [t('faq.whatDoIGetAfterPayment'), t('faq.theCertificateAsAPngImage')],
      [t('faq.myCardWasDeclinedWasICharged'), t('faq.noADeclinedPaymentChargesNothing')],
    ],
  },
  {
    title: t('common.certificates'),
    questions: [
      [
        t('faq.howDoISeeMyOwnCertificate'),
        t('faq.byTheLinkInTheMailAbout'),
        { to: '/my-certificates', label: t('common.myCertificates') },
      ],
      [t('faq.canAnIssuedCertificateBeCorrected'), t('faq.noAnIssuedCertificateNeverChanges')],
      [t('faq.whatDoesRevokedMean'), t('faq.theIssuerOrASuperAdmin')],
      [t('faq.doCertificatesExpire'), t('faq.onlyIfTheIssuerSetAnExpiryDate')],
      [t('faq.isThisABlockchain'), t('faq.notInTheSenseOfACryptocurrency')],
    ],
  },
  {
    title: t('common.accounts'),
    questions: [
      [t('faq.whichAccountTypeShouldIChoose'), t('faq.adminIfYouIssueCertificatesOrPublishCourses')],
      [t('faq.whyCanINotIssueYet'), t('faq.aNewIssuerIsUsuallyApproved')],
      [t('faq.theLoginFormIsLockedWhatNow'), t('faq.afterFiveFailedAttemptsItStays')],
      [
        t('faq.canOtherProgramsUseCertrace'),
        t('faq.yesCreateATokenIn'),
        { to: '/api/docs', label: t('faq.theProgrammingInterface') },
      ],
    ],
  },
  {
    title: t('common.courses'),
    questions: [
      [t('faq.doINeedASpecialAccountToLearn'), t('faq.noEveryLoggedInAccountCan')],
      [t('faq.doesACourseEndWithACertificate'), t('faq.someDoThePageOfACourse')],
    ],
  },
];

export default function Faq({ loaderData: { fee } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-[52rem]">
      <PageHeader
        title={t('faq.frequentlyAskedQuestions')}
        lead={t('faq.shortAnswersForIssuersVerifiersAndLearners')}
      />
      {sections(fee).map(({ title, questions }) => (
        <section key={title} className="mt-10">
          <h2 className="mb-4 text-xl">{title}</h2>
          <Accordion>
            {questions.map(([question, answer, link]) => (
              <AccordionItem key={question} name="faq" title={question}>
                <p className="max-w-[42rem] text-muted">{answer}</p>
                {link && (
                  <p className="mt-2">
                    <Link className="link" to={link.to}>
                      {link.label}
                    </Link>
                  </p>
                )}
              </AccordionItem>
            ))}
          </Accordion>
        </section>
      ))}
      <p className="mt-10 flex flex-wrap items-center gap-4">
        <ButtonLink to="/contact">{t('faq.askAnotherQuestion')}</ButtonLink>
        <span className="text-muted">
          {rich('faq.loggedInUseSupport', {
            link: (text) => (
              <Link className="link" to="/support">
                {text}
              </Link>
            ),
          })}
        </span>
      </p>
    </div>
  );
}
