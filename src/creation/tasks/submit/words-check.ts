import type { ProductError } from '../../../kernel/errors.shared.js';
import type { UserId } from '../../../kernel/ids.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import type { RefuseText } from '../../refusals/text-refusals.js';

/**
 * Moderates one text.
 * @returns SENSITIVE_TEXT {input, category, words?} or UNEXPECTED_MODERATION if it must not pass
 */
export type CheckText = (text: string, input: string, language: string) => Promise<Result<void, ProductError>>;

/** Moderation of the texts of a user. */
export interface TextChecks {
  readonly checkText: CheckText;
  readonly refuseText: RefuseText;
}

/** The author of texts: their id and interface language. */
export interface TextAuthor {
  readonly id: UserId;
  readonly language: string;
}

type Said = readonly (readonly [name: string, text: string])[];

/**
 * Moderates all texts of a request together, because harm may only appear across fields. A text with a granted appeal
 * is let through, but not what it becomes together with others in a worse category.
 * @param said texts by field name
 * @returns SENSITIVE_TEXT {input, category, words?, refusal, appeal} with the field that is refused by itself,
 * otherwise the first one; UNEXPECTED_MODERATION
 * @throws StoreUnavailable, DocumentContended
 */
export async function moderateTexts(
  checks: TextChecks,
  author: TextAuthor,
  said: Said,
): Promise<Result<void, ProductError>> {
  const [first] = said;
  if (first === undefined) return ok(undefined);
  const text = said.map(([, each]) => each).join('\n');
  const whole = await checks.checkText(text, first[0], author.language);
  if (!isRefused(whole)) return whole;
  const excepted = new Map<string, unknown>();
  for (const [name, each] of said.length === 1 ? [] : said) {
    const alone = await checks.checkText(each, name, author.language);
    if (!isRefused(alone)) {
      if (alone.ok) continue;
      return alone;
    }
    const refused = await checks.refuseText(author.id, alone.error, each);
    if (refused !== undefined) return err(refused);
    excepted.set(each, alone.error.params['category']);
  }
  if ([...excepted.values()].includes(whole.error.params['category']))
    return moderateTexts(
      checks,
      author,
      said.filter(([, each]) => !excepted.has(each)),
    );
  const refused = await checks.refuseText(author.id, whole.error, text);
  return refused === undefined ? ok(undefined) : err(refused);
}

const isRefused = (
  checked: Result<void, ProductError>,
): checked is { readonly ok: false; readonly error: ProductError } =>
  !checked.ok && checked.error.identifier === 'SENSITIVE_TEXT';
