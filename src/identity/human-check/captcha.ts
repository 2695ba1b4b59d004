import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import type { CaptchaChallenge, HumanCheck } from './port.js';
import type { CaptchaSettings } from './settings.shared.js';

/** How long a provider may take: someone waits. */
const VERIFY_MS: Millis = 5_000;
/** Characters of an answer that is worth asking about; Turnstile's have 2,048 at most, hCaptcha's some 4,000. */
const MAX_ANSWER = 8_192;

/** What both providers say of an answer. */
const verdict = z.object({
  success: z.boolean(),
  /** Of the page that the widget stood in. */
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
});

/** Of the provider or of its keys: another try of the same person changes nothing. */
const NOT_THE_ANSWERS = /secret|sitekey|internal-error/;

/**
 * Turnstile or hCaptcha: their widget asks, and they are asked whether what it gave is good. They take each answer once and for a few minutes.
 * Nothing goes to them from here but the secret and the answer: no address of the person.
 */
export class Captcha implements HumanCheck {
  constructor(
    private readonly settings: CaptchaSettings,
    /** Whether the site is found under a name. */
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
    const said = await fetch(verifyUrl, { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(VERIFY_MS) })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: unknown) => {
        throw this.unavailable(error instanceof Error ? error.name : 'no answer');
      });
    const read = verdict.safeParse(parsed(said.text));
    // Both say what is wrong with an answer in the same shape, some of it with 400.
    if (said.status >= 500 || !read.success) throw this.unavailable(`answered ${said.status}`);
    return read.data;
  }

  /** @param why without anything of the answer */
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
