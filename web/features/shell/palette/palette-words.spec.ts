import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { DEFINITIONS } from '@src/creation/procedures/registry.shared';
import { search, type Searchable } from '@/ui/overlay/command-rank';
import { textsOf } from '../../../../test/support/words';

const texts = z.record(z.string(), z.string());
const tools = z.object({ names: texts, lines: texts, keywords: texts });
const common = z.object({ areas: texts, search: z.object({ also: texts }) });

interface Named extends Searchable {
  readonly id: string;
}

/** All tools and pages in one language, as in the palette. */
function commandsOf(language: string): readonly Named[] {
  const { names, lines, keywords } = tools.parse(textsOf(language, 'tools'));
  const {
    areas,
    search: { also },
  } = common.parse(textsOf(language, 'common'));
  const withKeywords = (others: string | undefined): Pick<Searchable, 'keywords'> =>
    others === undefined ? {} : { keywords: [others] };
  return [
    ...Object.entries(areas).flatMap(([key, label]) =>
      key.endsWith('Long')
        ? [{ id: `go-${key.slice(0, -'Long'.length)}`, label, ...withKeywords(also[key.slice(0, -'Long'.length)]) }]
        : [],
    ),
    ...DEFINITIONS.map(({ key }) => ({
      id: key,
      label: names[key] ?? '',
      ...withKeywords(keywords[key]),
      about: lines[key] ?? '',
    })),
  ];
}
const found = (language: string, typed: string): readonly string[] =>
  search([{ commands: commandsOf(language) }], typed).flatMap(({ commands }) => commands.map(({ id }) => id));

it.each([
  ['en', 'upsc', ['go-upscaler', 'upscale', 'upscaleFilm']],
  ['en', 'enlarge', ['upscale', 'upscaleFilm']],
  ['en', 'outpaint', ['widen']],
  ['en', 'sound', ['sound']],
  ['en', 'bill', ['go-billing']],
  ['en', 'invoice', ['go-billing']],
  ['en', 'price', ['go-pricing']],
  ['en', 'report', ['go-reports', 'go-contact']],
  ['en', 'help', ['go-contact']],
  ['en', 'refer', ['go-refer']],
  ['en', 'invite', ['go-refer']],
  ['en', 'reward', []],
  ['en', 'sign', ['go-signIn']],
  ['en', 'thunder', ['sound']],
  ['en', 'subtitle', ['wordless']],
  ['de', 'hochskal', ['go-upscaler', 'upscale', 'upscaleFilm']],
  ['de', 'upsc', ['upscale', 'upscaleFilm']],
  ['de', 'editor', ['edit']],
  ['de', 'rechnung', ['go-billing']],
  ['de', 'melden', ['go-contact']],
  ['de', 'empfehlen', []],
  ['de', 'guthaben', ['go-credits']],
  ['de', 'gesicht', ['faceSwap', 'swapFaces']],
  ['ar', 'دبلجة', ['lipSync']],
  ['ar', 'الترجمة', ['wordless']],
  ['ar', 'أسعار', ['go-pricing']],
  ['ar', 'الإبلاغ', ['go-contact']],
  ['ar', 'إحالة', []],
  ['ar', 'الفواتير', ['go-billing']],
])('in %s “%s” finds %j and nothing else', (language, typed, ids) => {
  expect(found(language, typed)).toEqual(ids);
});

it.each([
  ['en', 'cancel subscription', 'go-billing'],
  ['en', 'subscription', 'go-billing'],
  ['en', 'password', 'go-account'],
  ['en', 'delete account', 'go-account'],
  ['en', 'lipsync', 'lipSync'],
  ['en', 'lip-sync', 'lipSync'],
  ['en', 'video-editor', 'edit'],
  ['de', 'abo kündigen', 'go-billing'],
  ['de', 'passwort', 'go-account'],
  ['ar', 'فاتورة', 'go-billing'],
  ['ar', 'الغاء الاشتراك', 'go-billing'],
  ['ar', 'كلمه المرور', 'go-account'],
  ['en', 'video', 'edit'],
  ['en', 'image', 'go-animate'],
  ['en', 'face', 'faceSwap'],
  ['en', 'plan', 'go-pricing'],
  ['en', 'erase', 'erase'],
  ['de', 'video', 'edit'],
  ['de', 'konto', 'go-account'],
  ['ar', 'تكبير', 'upscale'],
  ['ar', 'حساب', 'go-account'],
])('in %s “%s” finds %s first', (language, typed, first) => {
  expect(found(language, typed)[0]).toBe(first);
});

it.each([
  ['en', 'upscaler'],
  ['de', 'freistellen'],
  ['ar', 'تكبير'],
])('in %s “%s” finds images and videos', (language, typed) => {
  const pairs = [
    ['upscale', 'upscaleFilm'],
    ['cutOut', 'cutOutFilm'],
  ];
  expect(pairs.some((pair) => pair.every((id) => found(language, typed).includes(id)))).toBe(true);
});
