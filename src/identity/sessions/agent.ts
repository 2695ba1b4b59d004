import { defined } from '../../kernel/defined.shared.js';
/** Browser and operating system family of a session, as reported by the browser. No further detail is stored. */
export interface Agent {
  readonly browser?: string;
  readonly system?: string;
}

/** Checked in this order, because most browsers also name the browsers that they imitate. */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+ .*Safari\//],
];
const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const first = (families: typeof BROWSERS, text: string): string | undefined =>
  families.find(([, mark]) => mark.test(text))?.[0];

/** Reads a `User-Agent` header. */
export function agentOf(header: string | undefined): Agent {
  const text = header?.slice(0, 500) ?? '';
  const [browser, system] = [first(BROWSERS, text), first(SYSTEMS, text)];
  return defined({ browser, system });
}
