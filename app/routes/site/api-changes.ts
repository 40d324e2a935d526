/** Changes of the API that programs notice, newest first. Additions stand here too, because programs may want them. */
export const API_CHANGES: { date: string; changes: string[] }[] = [
  {
    date: '2026-11-25',
    changes: [
      'Every error has a code, and can have the form of RFC 9457.',
      'There are calls for all that pages do: profile, logins, settings, issuers, designs, coupons, credit, statements, receipts, refunds, the seller’s details, messages, mail and the state of the site.',
      'Lists take since and send Link headers, single objects have an ETag, answers have RateLimit headers, and OPTIONS lists the methods.',
      'RateLimit headers name each limit that a call used. Coupons have createdAt, learners enrolledAt, and rows of batches issuedAt.',
      'Issuers are organisations with members: organisations and members list and change them, and logins take organisation.',
      'Tokens with scopes, an end and client addresses.',
      'Events tell what happened.',
      'Clients of the Model Context Protocol use look-up, issuing, batches and the check of files at /mcp, if the operator opens it.',
      'Lessons have a type, and learners have progress.',
      'Lessons tell their author how far the conversion of their video is.',
      'Designs have pageSize, dateStyle and up to six signatories.',
    ],
  },
];
