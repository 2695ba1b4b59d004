import type { ProductError } from '../../../kernel/errors.shared.js';
import type { Result } from '../../../kernel/result.js';

/** Moderation of one text. @returns SENSITIVE_TEXT or UNEXPECTED_MODERATION when it must not pass */
export type CheckText = (text: string, input: string, language: string) => Promise<Result<void, ProductError>>;

/**
 * Moderation of everything that someone has said, all of it together, for harm may be in how fields go on from each other.
 * @param said texts by the names of their fields, at least one
 * @returns SENSITIVE_TEXT {input, category} with the field that alone is refused, else the first; UNEXPECTED_MODERATION
 */
export async function moderateTexts(checkText: CheckText, said: readonly (readonly [name: string, text: string])[], language: string): Promise<Result<void, ProductError>> {
  const [first = 'prompt'] = said.map(([name]) => name);
  const whole = await checkText(said.map(([, text]) => text).join('\n'), first, language);
  if (whole.ok || whole.error.identifier !== 'SENSITIVE_TEXT') return whole;
  for (const [name, text] of said) {
    const alone = await checkText(text, name, language);
    if (!alone.ok) return alone;
  }
  return whole;
}
