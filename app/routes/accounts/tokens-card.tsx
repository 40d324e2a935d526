import { Form } from 'react-router';
import type { Scope } from '#app/accounts/api-tokens/scopes.ts';
import { Alert } from '#app/ui/alert.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CheckboxGroup, TextArea, TextField } from '#app/ui/field.tsx';
import { useMorePages } from '#app/ui/more-pages.ts';
import { LoadMore } from '#app/ui/pagination.tsx';
import type { Route } from './+types/settings';
import { ProofField } from './proof-field.tsx';
import { EndButton, useIntent } from './settings-cards.tsx';

type Data = Route.ComponentProps['loaderData'];
type Answer = Route.ComponentProps['actionData'];
type Role = Data['account']['role'];

const READ: [Scope, string][] = [
  ['certificates:read', 'Read certificates and designs'],
  ['verifications:read', 'Read verifications'],
  ['payments:read', 'Read payments and receipts'],
  ['courses:read', 'Read courses'],
];

const AUDIT: [Scope, string] = ['audit:read', 'Read the audit trail'];

/** The scopes whose calls a role may make. */
const SCOPES_OF: Record<Role, [Scope, string][]> = {
  admin: [
    ['certificates:issue', 'Issue, renew and replace certificates'],
    ['certificates:revoke', 'Revoke certificates'],
    ['batches:write', 'Issue batches'],
    ['courses:write', 'Write and delete courses'],
    ...READ,
    AUDIT,
  ],
  superadmin: [
    ['certificates:revoke', 'Revoke certificates'],
    ['courses:write', 'Withdraw courses'],
    ...READ,
    AUDIT,
  ],
  corporate: [['verifications:pay', 'Look certificates up and pay for them'], ...READ],
  individual: [['verifications:pay', 'Look certificates up and pay for them'], ...READ],
};

type Token = Data['tokens']['rows'][number];

const TokenRow = ({ token }: { token: Token }) => (
  <li>
    <div className="min-w-0">
      <p className="breakable flex flex-wrap items-center gap-2 font-semibold">
        <span className="min-w-0">{token.name}</span>
        {token.expiresAt === null && <Badge tone="warning">Never expires</Badge>}
      </p>
      <p className="text-muted text-sm">
        {token.scopes === null ? 'May do all that you may do' : token.scopes.join(', ')}
        {token.addresses && `. Only from ${token.addresses.join(', ')}`}
      </p>
      <p className="text-muted text-sm">
        Made {token.createdAt}, last used {token.lastUsedAt} from {token.lastAddress}
        {token.expiresAt !== null && `, expires ${token.expiresAt}`}
      </p>
    </div>
    <EndButton id={token.id} label={`Revoke the token ${token.name}`}>
      Revoke
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
  /** How many tokens there are. The form is emptied when there is another one. */
  count: number;
};

function TokenForm({ role, suggestedEnd, proof, answer, count }: TokenFormProps) {
  const { form, mine, pending, value, values, errors } = useIntent(answer, 'token');
  return (
    <Form ref={form} method="post" className="form" key={mine?.ok ? `made ${count}` : 'open'}>
      <TextField label="Token name" name="name" defaultValue={value('name')} errors={errors('name')} />
      <CheckboxGroup
        label="It may"
        name="scopes"
        options={SCOPES_OF[role].map(([scope, label]) => ({ value: scope, label }))}
        defaultValues={values('scopes')}
        errors={errors('scopes')}
      />
      <TextField
        label="Expires at the end of"
        name="expiresAt"
        type="date"
        optional
        hint="Without a date it never expires: whoever finds it can use it until you revoke it."
        // A refused form keeps a date that was cleared, too.
        defaultValue={mine?.ok === false ? value('expiresAt') : suggestedEnd}
        errors={errors('expiresAt')}
      />
      <TextArea
        label="Only from these addresses"
        name="addresses"
        rows={2}
        optional
        hint="Addresses or ranges such as 192.0.2.0/24, one a line."
        defaultValue={value('addresses')}
        errors={errors('addresses')}
      />
      <ProofField proof={proof} label="Password for the token" errors={errors('password')} />
      <SubmitButton name="intent" value="token" pending={pending}>
        Create Token
      </SubmitButton>
    </Form>
  );
}

export function TokensCard({ tokens, made, ...settings }: TokensProps) {
  const { rows, ...more } = useMorePages(tokens, {
    parameter: 'tokens',
    pageOf: (data) => (data as Data).tokens,
  });
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">API tokens</h2>
      {made && (
        <Alert tone="success" title={`Copy the token ${made.name} now`}>
          <p>It will not be shown again.</p>
          <code className="secret">{made.secret}</code>
          {made.neverExpires && <p>It never expires. Revoke it here when no program needs it any more.</p>}
        </Alert>
      )}
      {rows.length === 0 ? (
        <p className="text-muted">
          None yet. A token lets a program call the <a href="/api/docs">API</a> in your name.
        </p>
      ) : (
        <ul className="entries">
          {rows.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      )}
      <LoadMore {...more} />
      <TokenForm {...settings} count={rows.length} />
    </Card>
  );
}
