import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import type { CaptchaChallenge, HumanCheck } from './port.js';
import type { CaptchaSettings } from './settings.shared.js';

/** Timeout of a request to a provider; short, because a user is waiting. */
const VERIFY_MS: Millis = 5_000;
/**
 * Maximum length of an answer that is passed to a provider. Turnstile's have at most 2,048 characters, hCaptcha's about
 * 4,000.
 */
const MAX_ANSWER = 8_192;

/** The response format of both providers. */
const verdict = z.object({
  success: z.boolean(),
  /** Host name of the page that showed the widget. */
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});

/** Error codes caused by the provider or its keys; a new answer would not help. */
const NOT_THE_ANSWERS = /secret|sitekey|internal-error/;

/**
 * Turnstile or hCaptcha. The provider verifies the answer of its widget, and accepts each answer once and only for a
 * few minutes. It receives the secret, the site key and the answer, but not the user's IP address.
 */
export class Captcha implements HumanCheck {
  constructor(
    private readonly settings: CaptchaSettings,
    /** Whether the site is served under a host name. */
    private readonly isOwnHost: (name: string) => boolean,
  ) {}

  challenge(): CaptchaChallenge {
    return { kind: this.settings.provider, siteKey: this.settings.siteKey };
  }

  async passes(answer: string): Promise<boolean> {
    if (answer === '' || answer.length > MAX_ANSWER) return false;
    const { success, hostname, 'error-codes': codes } = await this.ask(answer);
    const fault = codes.find((code) => NOT_THE_ANSWERS.test(code));
    if (!success && fault !== undefined) throw this.unavailable(fault);
    return success && (hostname === undefined || this.isOwnHost(hostname));
  }

  private async ask(answer: string): Promise<z.infer<typeof verdict>> {
    const { secret, siteKey, verifyUrl } = this.settings;
    const body = new URLSearchParams({ secret, response: answer, sitekey: siteKey });
    const said = await fetch(verifyUrl, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(VERIFY_MS),
    })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: unknown) => {
        throw this.unavailable(error instanceof Error ? error.name : 'no answer');
      });
    const read = verdict.safeParse(parsed(said.text));
    // Both providers report a bad answer in this format, sometimes with status 400.
    if (said.status >= 500 || !read.success) throw this.unavailable(`answered ${said.status}`);
    return read.data;
  }

  /** @param why must not contain the answer */
  private unavailable(why: string): StoreUnavailable {
    return new StoreUnavailable(`human check by ${this.settings.provider}`, 'failed', why);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
