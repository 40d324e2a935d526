/** Guesses the device, such as 'Chrome on Windows', well enough for people to recognise it. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device';
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1];
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent)?.[1];
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' };
  const name = (part: string) => names[part] ?? part;
  if (browser && system) return `${name(browser)} on ${name(system)}`;
  return userAgent.slice(0, 60);
}
