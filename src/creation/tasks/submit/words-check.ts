import type { ProductError } from '../../../kernel/errors.shared.js';
import type { Result } from '../../../kernel/result.js';

/**
 * Moderates one text.
 * @returns SENSITIVE_TEXT or UNEXPECTED_MODERATION if it must not pass
 */
export type CheckText = (text: string, input: string, language: string) => Promise<Result<void, ProductError>>;

/**
 * Moderates all texts of a request together, because harm may only appear across fields.
 * @param said texts by field name, at least one
 * @returns SENSITIVE_TEXT {input, category} with the field that is refused by itself, otherwise the first one;
 * UNEXPECTED_MODERATION
 */
export async function moderateTexts(
  checkText: CheckText,
  said: readonly (readonly [name: string, text: string])[],
  language: string,
): Promise<Result<void, ProductError>> {
  const [first = 'prompt'] = said.map(([name]) => name);
  const whole = await checkText(said.map(([, text]) => text).join('\n'), first, language);
  if (whole.ok || whole.error.identifier !== 'SENSITIVE_TEXT') return whole;
  for (const [name, text] of said) {
    const alone = await checkText(text, name, language);
    if (!alone.ok) return alone;
  }
  return whole;
}
