import { Link } from 'react-router';
import { env } from '#app/config/env.server.ts';
import type { RouteNeeds } from '#app/server/edge/route-needs.server.ts';
import { formatUsd } from '#app/shared/money.ts';
import { Accordion, AccordionItem } from '#app/ui/accordion.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { pageMeta } from '#app/ui/page-meta.ts';
import type { Route } from './+types/faq';

export const handle = { cached: 'with any query' } satisfies RouteNeeds;

export const loader = () => ({ fee: formatUsd(env().VERIFICATION_FEE_CENTS) });

export const meta = () =>
  pageMeta(
    'Frequently asked questions',
    'Short answers about certificate IDs, the verification fee, revocation, issuers, courses and your data.',
  );

type Question = { question: string; answer: string; link?: { to: string; label: string } };

/** `{fee}` stands for the verification fee. */
const SECTIONS: { title: string; questions: Question[] }[] = [
  {
    title: 'Verifying a certificate',
    questions: [
      {
        question: 'Where do I find the certificate ID?',
        answer:
          'It is printed on the certificate as four groups of four characters, such as 7K3M-9QZX-2HVB-4TND, and was mailed to the student. The QR code beside it opens the verification page with the ID filled in. Upper and lower case, spaces and hyphens make no difference.',
      },
      {
        question: 'What does a verification cost?',
        answer:
          '{fee} for each certificate. You see the amount before you enter any card details, and you pay once: opening the same certificate again is free for your account.',
      },
      {
        question: 'What do I see before I pay?',
        answer:
          'The ID, the course, the issuer, the issue date and whether the certificate is valid, not yet valid, expired or revoked. Personal data of the student is shown only after payment.',
      },
      {
        question: 'What do I get after payment?',
        answer:
          'The certificate as a PNG image and as a PDF in A4 landscape, drawn from our record, and an entry in your list of verifications with both downloads.',
      },
      {
        question: 'My card was declined. Was I charged?',
        answer:
          'No. A declined payment charges nothing, and the message gives the reason. You can try again with another card.',
      },
    ],
  },
  {
    title: 'Certificates',
    questions: [
      {
        question: 'How do I see my own certificate?',
        answer:
          'By the link in the mail about it: without an account and without a fee, for 90 days. We mail a new link to any address to which certificates were issued. If you have an account, it lists yours.',
        link: { to: '/my-certificates', label: 'My certificates' },
      },
      {
        question: 'Can an issued certificate be corrected?',
        answer:
          'No. An issued certificate never changes. If there is a mistake, the issuer revokes the certificate and issues a new one with a new ID. The old one stays on record as revoked.',
      },
      {
        question: 'What does ‘revoked’ mean?',
        answer:
          'The issuer or a super admin has declared that the certificate is no longer valid. The look-up shows the reason and the time.',
      },
      {
        question: 'Do certificates expire?',
        answer:
          'Only if the issuer set an expiry date. An expired certificate can still be looked up and is shown as expired.',
      },
      {
        question: 'Is this a blockchain?',
        answer:
          'Not in the sense of a cryptocurrency. Certrace keeps an append-only record, whose entries are never edited. There is no coin, no wallet and no public ledger with your data.',
      },
    ],
  },
  {
    title: 'Accounts',
    questions: [
      {
        question: 'Which account type should I choose?',
        answer:
          'Admin if you issue certificates or publish courses; corporate or individual if you verify certificates or want to learn.',
      },
      {
        question: 'Why can I not issue yet?',
        answer:
          'A new issuer is usually approved by a super admin first, so that nobody issues in somebody else’s name. Until then you can log in and take courses, and your pages show that you are waiting.',
      },
      {
        question: 'The login form is locked. What now?',
        answer:
          'After five failed attempts it stays locked for an hour, for that name from that address. Wait, or set a new password with the link ‘Forgot password?’ on the login page.',
      },
      {
        question: 'Can other programs use Certrace?',
        answer:
          'Yes. Create a token in your settings and read the API documentation. A token has the permissions of your account.',
        link: { to: '/api/docs', label: 'The programming interface' },
      },
    ],
  },
  {
    title: 'Courses',
    questions: [
      {
        question: 'Do I need a special account to learn?',
        answer: 'No. Every logged-in account can browse the catalogue, enrol, watch and rate.',
      },
      {
        question: 'Does a course end with a certificate?',
        answer: 'Not automatically. The issuer decides about each student.',
      },
    ],
  },
];

export default function Faq({ loaderData: { fee } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-[52rem]">
      <PageHeader
        title="Frequently asked questions"
        lead="Short answers for issuers, verifiers and learners."
      />
      {SECTIONS.map(({ title, questions }) => (
        <section key={title} className="mt-10">
          <h2 className="mb-4 text-xl">{title}</h2>
          <Accordion>
            {questions.map(({ question, answer, link }) => (
              <AccordionItem key={question} name="faq" title={question}>
                <p className="max-w-[42rem] text-muted">{answer.replace('{fee}', fee)}</p>
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
        <ButtonLink to="/contact">Ask another question</ButtonLink>
        <span className="text-muted">
          Logged in? Use{' '}
          <Link className="link" to="/support">
            Support
          </Link>
          .
        </span>
      </p>
    </div>
  );
}
