/** What a person recognises a device by: browser and system of its User-Agent, in two words that need no translation. */

/** The first that is found counts: Edge calls itself Chrome too, and Chrome Safari. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const found = (list: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  list.find(([form]) => form.test(text))?.[1];

/** 'Chrome, Android'; '' for what tells neither. Nothing of the text itself is kept: it is whatever a client says. */
export const agentName = (userAgent: string): string =>
  [found(BROWSERS, userAgent), found(SYSTEMS, userAgent)].filter((word) => word !== undefined).join(', ');
