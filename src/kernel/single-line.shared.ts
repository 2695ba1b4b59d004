/**
 * What someone calls a thing, as it is kept: one line, without blanks at its ends.
 * @param text as it was typed
 * @param maxLength characters at most
 * @returns undefined when nothing that can be seen is left, or more than `most` characters are
 */
export function lineOf(text: string, maxLength: number): string | undefined {
  const line = text.normalize('NFC').replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(line) && [...line].length <= maxLength ? line : undefined;
}
