/**
 * Texts of the validator, which are for programmers. People get the messages of the schemas and of app/shared/plain-messages.ts
 * instead.
 */
export const VALIDATOR_TEXT =
  /\bInvalid (?:input\b|option: |string: |number: |(?:key|value|element) in |email address\b|URL\b|UUID\b|ISO |base64|JSON\b)|\bToo (?:big|small): |\bUnrecognized keys?\b|\breceived (?:NaN|undefined|null|string|number|boolean|array|object)\b|\bZodError\b|\b__(?:skipped|undefined)__/;

/** The lines of a text that contain a text of the validator, shortened. */
export const validatorTexts = (text: string): string[] =>
  text.split('\n').flatMap((line) => {
    const found = VALIDATOR_TEXT.exec(line);
    return found ? [line.slice(Math.max(0, found.index - 80), found.index + 160)] : [];
  });
