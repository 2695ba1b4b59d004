/**
 * Normalises a name to one line without surrounding blanks.
 * @param text as typed
 * @param maxLength maximum characters
 * @returns undefined when nothing visible is left, or it is longer than `maxLength`
 */
export function lineOf(text: string, maxLength: number): string | undefined {
  const line = text
    .normalize('NFC')
    .replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(line) && [...line].length <= maxLength ? line : undefined;
}
