import { t } from '#messages';
/** Guesses the device, such as 'Chrome on Windows', well enough for people to recognise it. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return t('deviceName.unknownDevice');
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1];
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent)?.[1];
  const names: Record<string, string> = {
    Edg: t('deviceName.edge'),
    OPR: t('deviceName.opera'),
    'Mac OS X': 'macOS',
  };
  const name = (part: string) => names[part] ?? part;
  if (browser && system)
    return t('deviceName.browserOnSystem', { browser: name(browser), system: name(system) });
  return userAgent.slice(0, 60);
}
