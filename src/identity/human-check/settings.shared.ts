/** Supported human checks. */
export const HUMAN_CHECK_PROVIDERS = ['work', 'turnstile', 'hcaptcha'] as const;

/** An external captcha provider, which supplies the widget and verifies answers. */
export type CaptchaProvider = Exclude<(typeof HUMAN_CHECK_PROVIDERS)[number], 'work'>;

/** Captcha settings of the operator. */
export interface CaptchaSettings {
  readonly provider: CaptchaProvider;
  /** Public; part of pages. */
  readonly siteKey: string;
  readonly secret: string;
  readonly verifyUrl: string;
}

/** `bits` is the difficulty of the proof of work; 0 turns it off. */
export type HumanCheckSettings = { readonly provider: 'work'; readonly bits: number } | CaptchaSettings;

/** Verification endpoint of each provider. */
export const VERIFY_URLS: Readonly<Record<CaptchaProvider, string>> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

/** Widget script of each provider, configured for explicit rendering. */
export const WIDGET_SCRIPTS: Readonly<Record<CaptchaProvider, string>> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
};

const WIDGET_ORIGINS: Readonly<Record<CaptchaProvider, readonly string[]>> = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
};

/** Content-Security-Policy sources for the widget's script, frames, styles and requests; empty without a captcha. */
export const widgetOrigins = ({ provider }: HumanCheckSettings): readonly string[] =>
  provider === 'work' ? [] : WIDGET_ORIGINS[provider];
