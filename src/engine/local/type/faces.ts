import type { SKRSContext2D } from '@napi-rs/canvas';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The typefaces for text in results: font files of the product, so that every machine typesets a text identically. */

/** Style of a text; a script without that typeface uses its plain one. */
export const FACES = ['sans', 'serif', 'condensed'] as const;
export type Face = (typeof FACES)[number];

interface FontFile {
  readonly family: string;
  /** A file of a package, or the name of one in `fonts/`. */
  readonly file: string;
}

const inter = (part: string): FontFile => ({
  family: `Kinora Sans ${part}`,
  file: `@fontsource-variable/inter/files/inter-${part}-opsz-normal.woff2`,
});
const own = (family: string, file: string): FontFile => ({ family, file: `${file}.woff2` });
const bothWeights = (family: string, file: string): readonly FontFile[] =>
  [400, 700].map((weight) => own(family, `${file}-${weight}-normal`));

const SANS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'];
const DISPLAY = ['latin', 'latin-ext', 'cyrillic', 'vietnamese'];
const HAN = { sc: 'Kinora SC', tc: 'Kinora TC', jp: 'Kinora JP', kr: 'Kinora KR' } as const;

const FONTS: readonly FontFile[] = [
  ...SANS.map(inter),
  ...DISPLAY.flatMap((part) => [
    own(`Kinora Serif ${part}`, `playfair-display-${part}-wght-normal`),
    own(`Kinora Serif ${part}`, `playfair-display-${part}-wght-italic`),
    own(`Kinora Condensed ${part}`, `oswald-${part}-wght-normal`),
  ]),
  {
    family: 'Kinora Arabic',
    file: '@fontsource-variable/noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2',
  },
  own('Kinora Thai', 'noto-sans-thai-thai-wght-normal'),
  ...bothWeights(HAN.sc, 'noto-sans-sc-chinese-simplified'),
  ...bothWeights(HAN.tc, 'noto-sans-tc-chinese-traditional'),
  ...bothWeights(HAN.jp, 'noto-sans-jp-japanese'),
  ...bothWeights(HAN.kr, 'noto-sans-kr-korean'),
];

type Canvas = typeof import('@napi-rs/canvas');
let loading: Promise<Canvas> | undefined;

/**
 * The canvas with all typefaces registered. Loaded with the first text of a process, because other jobs do not need it.
 */
export function lettering(): Promise<Canvas> {
  loading ??= (async () => {
    const canvas = await import('@napi-rs/canvas');
    const { resolve } = createRequire(import.meta.url);
    await Promise.all(
      FONTS.map(async ({ family, file }) => {
        canvas.GlobalFonts.register(
          await readFile(file.startsWith('@') ? resolve(file) : new URL(`./fonts/${file}`, import.meta.url)),
          family,
        );
      }),
    );
    return canvas;
  })();
  // After a failure, the next call tries again.
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
/** Common letters that are only used in traditional Chinese. */
const TRADITIONAL =
  /[們個來這時會說學對開關點還過進長門問間馬車東風飛魚鳥麥黃龍龜體點發見貝貓語請讓書畫夢醫員圓園國圖團買賣價質貨賞優惠聖誕節慶樂歡迎無與為從興舊藝術華萬葉處號虛親覺觀視頭題顏顯類靜響鮮鹽麗齊齡專業務動勝勞區協單嗎師帶幫幾廣廠應戰戲戶擇據擴數斷時曉會術條極構標樣機檔歲歷殺氣決沒況淨減溫測準滿漢潔燈熱爾牆獎獨獲現環產畢異當療確禮種稱穩競筆筍節範簡糧約紀紅紙級細終組結給統經綠維網緊線練總績縣織繼續義習聞聯聽職腦臉臺茶蘋藥蘭蟲裏補裝複計記設許評詞試話該認誤說課調談證識警變]/u;

/** The regional form of characters that Chinese, Japanese and Korean share. */
function hanOf(text: string): readonly string[] {
  const first = KANA.test(text) ? HAN.jp : HANGUL.test(text) ? HAN.kr : TRADITIONAL.test(text) ? HAN.tc : HAN.sc;
  return [first, ...Object.values(HAN).filter((family) => family !== first)];
}

/**
 * Fonts that are only listed when a text contains their letters, because a text is measured many times during layout.
 */
const ONLY_FOR: Readonly<Record<string, RegExp>> = {
  cyrillic: /\p{Script=Cyrillic}/u,
  'cyrillic-ext': /\p{Script=Cyrillic}/u,
  greek: /\p{Script=Greek}/u,
  vietnamese: /[\u0300-\u036f\u01a0-\u01b0\u1ea0-\u1ef9₫]/u,
};

/**
 * Font families of a typeface, in lookup order.
 * @param text the whole text of the design; its letters decide the form of shared characters
 */
export function familiesOf(face: Face, text: string): string {
  const of = (name: string, parts: readonly string[]): readonly string[] =>
    parts.filter((part) => ONLY_FOR[part]?.test(text) ?? true).map((part) => `Kinora ${name} ${part}`);
  const named = [
    ...(face === 'sans' ? [] : of(face === 'serif' ? 'Serif' : 'Condensed', DISPLAY)),
    ...of('Sans', SANS),
  ];
  const others = [
    ...(/\p{Script=Arabic}/u.test(text) ? ['Kinora Arabic'] : []),
    ...(/\p{Script=Thai}/u.test(text) ? ['Kinora Thai'] : []),
    ...(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u.test(text)
      ? hanOf(text)
      : []),
  ];
  return [...named, ...others].map((family) => `"${family}"`).join(',');
}

/** Letters that the typefaces above contain, and characters without ink. */
const KNOWN =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Thai}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Mark}0-9!-~]/u;
/** A code point that will never be assigned. */
const NO_LETTER = '\u{10FFFE}';
const CELL = 32;

/**
 * The first letter of a text that no available font can draw, found by comparing it with the glyph of a nonexistent
 * letter.
 */
export async function unknownLetter(text: string): Promise<string | undefined> {
  const { createCanvas } = await lettering();
  const context = createCanvas(CELL, CELL).getContext('2d');
  const nothing = inkOf(context, NO_LETTER, text);
  return [...new Set(text)].find((letter) => !KNOWN.test(letter) && inkOf(context, letter, text).equals(nothing));
}

function inkOf(context: SKRSContext2D, letter: string, text: string): Buffer {
  context.clearRect(0, 0, CELL, CELL);
  context.font = `400 20px ${familiesOf('sans', text)}`;
  context.fillText(letter, 4, 24);
  return Buffer.from(context.getImageData(0, 0, CELL, CELL).data.buffer);
}
