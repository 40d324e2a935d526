import type { Scope } from '#app/accounts/api-tokens/scopes.ts';
import { formatList } from '#app/messages/format-numbers.ts';
import { Form } from '#app/routes/owned-form.tsx';
import { useIntent } from '#app/routes/use-intent.ts';
import { CheckboxGroup, TextArea, TextField } from '#app/ui/form.tsx';
import { ListPage } from '#app/ui/list-page.tsx';
import { Badge } from '#app/ui/list-parts.tsx';
import { Alert, Card, rich, SubmitButton } from '#app/ui/page.tsx';
import { t } from '#messages';
import type { Route } from './+types/settings';
import { ProofField } from './proof-field.tsx';
import { EndButton } from './settings-cards.tsx';

type Data = Route.ComponentProps['loaderData'];
type Answer = Route.ComponentProps['actionData'];
type Role = Data['account']['role'];

const wasRead = (): [Scope, string][] => [
  ['certificates:read', t('tokensCard.readCertificatesAndDesigns')],
  ['verifications:read', t('tokensCard.readVerifications')],
  ['payments:read', t('tokensCard.readPaymentsAndReceipts')],
  ['courses:read', t('tokensCard.readCourses')],
];

const auditTexts = (): [Scope, string] => ['audit:read', t('tokensCard.readTheAuditTrail')];

/** The scopes whose calls a role may make. */
const scopesOf = (): Record<Role, [Scope, string][]> => ({
  admin: [
    ['certificates:issue', t('tokensCard.issueRenewAndReplaceCertificates')],
    ['certificates:revoke', t('tokensCard.revokeCertificates')],
    ['batches:write', t('tokensCard.issueBatches')],
    ['courses:write', t('tokensCard.writeAndDeleteCourses')],
    ...wasRead(),
    auditTexts(),
  ],
  superadmin: [
    ['certificates:revoke', t('tokensCard.revokeCertificates')],
    ['courses:write', t('tokensCard.withdrawCourses')],
    ...wasRead(),
    auditTexts(),
  ],
  corporate: [['verifications:pay', t('tokensCard.lookCertificatesUpAndPayForThem')], ...wasRead()],
  individual: [['verifications:pay', t('tokensCard.lookCertificatesUpAndPayForThem')], ...wasRead()],
});

type Token = Data['tokens']['rows'][number];

const TokenRow = ({ token }: { token: Token }) => (
  <li>
    <div className="min-w-0">
      <p className="breakable flex flex-wrap items-center gap-2 font-semibold">
        <span className="min-w-0">{token.name}</span>
        {token.expiresAt === null && <Badge tone="warning">{t('tokensCard.neverExpires')}</Badge>}
      </p>
      <p className="text-muted text-sm">
        {token.scopes === null ? t('tokensCard.mayDoAllThatYouMayDo') : formatList(token.scopes)}
        {token.addresses && (
          <>
            {'. '}
            {t('tokensCard.onlyFromAddresses', { addresses: formatList(token.addresses) })}
          </>
        )}
      </p>
      <p className="text-muted text-sm">
        {t('tokensCard.madeCreatedatLastUsedLastusedatFrom', {
          createdAt: token.createdAt,
          lastUsedAt: token.lastUsedAt,
          lastAddress: token.lastAddress,
        })}
        {token.expiresAt !== null && (
          <>
            {'. '}
            {t('tokensCard.expiresAt', { expiresAt: token.expiresAt })}
          </>
        )}
      </p>
    </div>
    <EndButton id={token.id} label={t('tokensCard.revokeTheTokenName', { name: token.name })}>
      {t('common.revoke')}
    </EndButton>
  </li>
);

type TokensProps = {
  tokens: Data['tokens'];
  role: Role;
  /** The suggested end of a new token, YYYY-MM-DD. */
  suggestedEnd: string;
  proof: Data['proof'];
  answer: Answer;
  made: { name: string; secret: string; neverExpires: boolean } | null;
};

type TokenFormProps = Omit<TokensProps, 'tokens' | 'made'> & {
  /** ID of the newest token. The form is emptied when there is another one. */
  newest: string | undefined;
};

function TokenForm({ role, suggestedEnd, proof, answer, newest }: TokenFormProps) {
  const { form, mine, pending } = useIntent(answer, 'token');
  return (
    <Form {...form} className="form" key={mine?.ok ? `made ${newest}` : 'open'}>
      <TextField label={t('common.tokenName')} name="name" />
      <CheckboxGroup
        label={t('tokensCard.itMay')}
        name="scopes"
        options={scopesOf()[role].map(([scope, label]) => ({ value: scope, label }))}
      />
      <TextField
        label={t('tokensCard.expiresAtTheEndOf')}
        name="expiresAt"
        type="date"
        optional
        hint={t('tokensCard.withoutADateItNeverExpires')}
        // A refused form keeps a date that was cleared, too.
        defaultValue={form.failure ? undefined : suggestedEnd}
      />
      <TextArea
        label={t('tokensCard.onlyFromTheseAddresses')}
        name="addresses"
        rows={2}
        optional
        hint={t('tokensCard.addressesOrRangesSuchAs192')}
      />
      <ProofField proof={proof} label={t('tokensCard.passwordForTheToken')} />
      <SubmitButton name="intent" value="token" pending={pending}>
        {t('tokensCard.createToken')}
      </SubmitButton>
    </Form>
  );
}

export function TokensCard({ tokens, made, ...settings }: TokensProps) {
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">{t('tokensCard.apiTokens')}</h2>
      {made && (
        <Alert tone="success" title={t('tokensCard.copyTheTokenNameNow', { name: made.name })}>
          <p>{t('tokensCard.itWillNotBeShownAgain')}</p>
          <code className="secret">{made.secret}</code>
          {made.neverExpires && <p>{t('tokensCard.itNeverExpires')}</p>}
        </Alert>
      )}
      <ListPage
        list={tokens}
        name="tokens"
        empty={
          <p className="text-muted">
            {rich('tokensCard.noneYetATokenLets', { link: (text) => <a href="/api/docs">{text}</a> })}
          </p>
        }
      >
        {(rows) => (
          <ul className="entries">
            {rows.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        )}
      </ListPage>
      <TokenForm {...settings} newest={tokens.rows[0]?.id} />
    </Card>
  );
}
