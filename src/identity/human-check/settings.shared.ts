/** What the product can have a browser do to show that no flood comes from it. */
export const HUMAN_CHECK_PROVIDERS = ['work', 'turnstile', 'hcaptcha'] as const;

/** Another company whose widget asks the person, and which says what came of it. */
export type CaptchaProvider = Exclude<(typeof HUMAN_CHECK_PROVIDERS)[number], 'work'>;

/** A captcha as the operator has set it up. */
export interface CaptchaSettings {
  readonly provider: CaptchaProvider;
  /** Named in pages. */
  readonly siteKey: string;
  readonly secret: string;
  readonly verifyUrl: string;
}

/** `bits` of a proof of work; 0: nothing is requested. */
export type HumanCheckSettings = { readonly provider: 'work'; readonly bits: number } | CaptchaSettings;

/** Where each says whether an answer passes. */
export const VERIFY_URLS: Readonly<Record<CaptchaProvider, string>> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

/** The script of each one's widget, which draws nothing before it is asked to. */
export const WIDGET_SCRIPTS: Readonly<Record<CaptchaProvider, string>> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
};

const WIDGET_ORIGINS: Readonly<Record<CaptchaProvider, readonly string[]>> = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
};

/** Where the widget's script, frames, styles and calls come from, as sources of a Content-Security-Policy; none without a captcha. */
export const widgetOrigins = ({ provider }: HumanCheckSettings): readonly string[] => (provider === 'work' ? [] : WIDGET_ORIGINS[provider]);
