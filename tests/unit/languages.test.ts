import { describe, expect, it } from 'vitest';
import { directionOf, directionOfScript, ownName } from '#app/messages/about-languages.ts';
import { negotiateLanguage } from '#app/messages/negotiate-language.ts';
import { languages, messageTexts } from '#app/messages/reader-language.server.ts';
import { limitHere, processorMs } from '#tests/support/processor-time.ts';

const SITE = ['en', 'ar', 'de', 'es', 'fr', 'hi', 'pt-BR', 'zh-Hans'];

describe('Accept-Language', () => {
  it.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de-AT', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-Hans-SG', 'zh-Hans'],
    ['fr;q=0.3, de;q=0.7', 'de'],
    ['fr,de', 'fr'],
    ['nl, de;q=0.5', 'de'],
    ['nl-NL,nl;q=0.9,en;q=0.1', 'en'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['de;q=0, *', 'en'],
    ['en;q=0, *;q=0.1', 'ar'],
    ['*', 'en'],
    ['en-GB;q=0.9, fr;q=0.8', 'en'],
    // Traditional Chinese comes after any other language that the reader reads.
    ['zh-TW, fr;q=0.1', 'fr'],
    ['zh-TW, zh;q=0.5, fr;q=0.1', 'zh-Hans'],
    ['zh-TW', 'zh-Hans'],
    ['zh;q=0, zh-TW', null],
    ['pt-BR;q=0, pt', null],
    ['de;q=0', null],
    ['nl', null],
    ['', null],
    ['de;q=2', null],
    ['de_DE, i-klingon, -, x', null],
    ['\0, de', 'de'],
    [`${'x, '.repeat(100_000)}de`, null],
  ])('%s means %s', (header, language) => expect(negotiateLanguage(header, SITE)).toBe(language));

  it('is read fast, however many ranges it has', () => {
    const headers = Array.from({ length: 100 }, (_, n) => `${'x,'.repeat(480)}${n},de`);
    const read = () => {
      for (const header of headers) negotiateLanguage(header, SITE);
    };
    expect(processorMs(read) / headers.length).toBeLessThan(limitHere(3));
  });

  it('takes the default language for any', () => {
    expect(negotiateLanguage('*', ['de', 'en'])).toBe('de');
    expect(negotiateLanguage('nl, *;q=0.1', ['de', 'en'])).toBe('de');
  });

  it('prefers the region that the reader named', () => {
    expect(negotiateLanguage('pt-PT', ['pt-BR', 'pt-PT'])).toBe('pt-PT');
    expect(negotiateLanguage('pt', ['pt-PT', 'pt-BR'])).toBe('pt-BR');
  });
});

describe('a language', () => {
  it.each([
    ['en', 'English', 'ltr'],
    ['de', 'Deutsch', 'ltr'],
    ['es', 'Español', 'ltr'],
    ['pt-BR', 'Português (Brasil)', 'ltr'],
    ['ar', 'العربية', 'rtl'],
    ['he', 'עברית', 'rtl'],
    ['hi', 'हिन्दी', 'ltr'],
    ['zh-Hans', '简体中文', 'ltr'],
  ])('%s has its own name and direction from its file’s name alone', (language, name, direction) => {
    expect([ownName(language), directionOf(language)]).toEqual([name, direction]);
  });

  it('has its direction also where the engine does not know it', () => {
    const { prototype } = Intl.Locale;
    const known = (['getTextInfo', 'textInfo'] as const).map(
      (name) => [name, Object.getOwnPropertyDescriptor(prototype, name)] as const,
    );
    for (const [name] of known) Reflect.deleteProperty(prototype, name);
    try {
      expect(['ar', 'fa', 'he', 'ur', 'ar-XB', 'de', 'zh-Hans'].map(directionOf)).toEqual([
        'rtl',
        'rtl',
        'rtl',
        'rtl',
        'rtl',
        'ltr',
        'ltr',
      ]);
    } finally {
      for (const [name, descriptor] of known)
        if (descriptor) Object.defineProperty(prototype, name, descriptor);
    }
    expect([directionOfScript('Arab'), directionOfScript('Deva'), directionOfScript(undefined)]).toEqual([
      'rtl',
      'ltr',
      'ltr',
    ]);
  });
});

describe('the name of a button for screen readers', () => {
  it.each([
    ['courseDetails.viewDetails', 'courseDetails.viewDetailsOfTitle'],
    ['courses.publishAgain', 'courses.publishTitleAgain'],
    ['endSessions.endSessions', 'endSessions.endSessionsOfName'],
    ['history.logProof', 'history.logProofOfEntryIndex'],
    ['issuedList.erase', 'issuedList.eraseTheHolderOfUniqueid'],
    ['common.mail', 'issuedList.mailAboutUniqueid'],
    ['common.renew', 'issuedList.renewUniqueid'],
    ['common.replace', 'issuedList.replaceUniqueid'],
    ['common.revoke', 'issuedList.revokeUniqueid'],
    ['issuerColumns.approveName', 'issuerColumns.approveTheNameNameForPresent'],
    ['issuerColumns.refuseName', 'issuerColumns.refuseTheNameNameForPresent'],
    ['common.resetSecondFactor', 'secondFactorCell.resetSecondFactorOfName'],
  ] as const)('contains the words of %s in every language', (shown, read) => {
    const others = languages().filter((language) => {
      const texts = messageTexts(language);
      return !texts[read]?.toLowerCase().includes(texts[shown]?.toLowerCase() ?? '-');
    });
    expect(others).toEqual([]);
  });
});
