/** Letters that NFD does not decompose, with their plain spelling. */
const STROKES: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'oe',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/**
 * Folds letters that look the same to a reader: width, case, accents, points, invisible marks. Accents are removed
 * where they are ornamental (Latin, Cyrillic, Greek, Arabic); in kana and Thai they change the letter and stay.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cf}\u{FE00}-\u{FE0F}\u{034F}\u{115F}\u{1160}\u{3164}\u{640}]/gu, '')
    .normalize('NFD')
    .replace(/[\u0300-\u036F\u064B-\u0655\u0670]/g, '')
    .normalize('NFC')
    .replace(/[ßøæœłđðþıħ]/g, (letter) => STROKES[letter] ?? letter)
    .replace(/[ٱأإآ]/g, 'ا')
    .replace(/ى/g, 'ي');
}
