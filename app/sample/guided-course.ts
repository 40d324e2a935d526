/** Title of the course that a newcomer can complete in three minutes, up to its certificate. */
export const GUIDED = 'How Certificates Stay Honest';

/** The captions of its video, in WebVTT. */
export const GUIDED_CAPTIONS = `WEBVTT

00:00.000 --> 00:03.000
An issuer signs a certificate with a key that only it has.

00:03.000 --> 00:06.000
The certificate is written into a public log.

00:06.000 --> 00:09.000
The holder passes it on, as a file or as a link.

00:09.000 --> 00:12.000
Anyone checks it, without asking the holder.
`;

/** What follows its video: a text and a quiz, in the form of the API. */
export const GUIDED_TEXT = {
  title: 'What a signature proves',
  duration: '1 minute',
  text: `A signature on a certificate proves two things:

- **who** signed it, because nobody else has the issuer's private key;
- **what** was signed, because a changed letter no longer fits the signature.

It does not prove that the issuer told the truth. That is why a log shows, for everybody, *when* each certificate was issued, and why
certificates can be revoked.

Try it later: download the certificate that you get for this course, change one letter of it, and check it at [Authentication](/authentication).`,
};

export const GUIDED_QUIZ = {
  title: 'Three questions',
  duration: '1 minute',
  quiz: {
    passMark: 60,
    shuffle: true,
    questions: [
      {
        type: 'single',
        text: 'What does a valid signature on a certificate prove?',
        points: 2,
        options: [
          { text: 'That the issuer signed exactly this content', correct: true },
          { text: 'That everything on it is true', correct: false },
          { text: 'That its holder is present', correct: false },
        ],
        explanation: 'A signature binds the content to a key. What the issuer claims is another question.',
      },
      {
        type: 'boolean',
        text: 'Anyone can check a certificate without asking whoever holds it.',
        points: 1,
        answer: true,
        explanation: "The issuer's public key and the log are public.",
      },
      {
        type: 'text',
        text: 'Where can everybody see when a certificate was issued? In the public …',
        points: 1,
        accepted: ['log', 'transparency log'],
        ignoreCase: true,
        explanation: 'The log is append-only: an entry cannot be removed without being noticed.',
      },
    ],
  },
};
