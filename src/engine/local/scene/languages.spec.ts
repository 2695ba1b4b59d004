import { describe, expect, it } from '@jest/globals';
import { PLACES, SUBJECTS } from './scene.js';
import { understand } from './understand.js';
import { FRAMING_WORDS, MOOD_WORDS, SEASON_WORDS, TIME_WORDS, WEATHER_WORDS } from './vocabulary/conditions.js';
import { LANGUAGES, type Language, type Words } from './vocabulary/languages.js';
import { lookUp, lookUpRun, wordsOf } from './vocabulary/lexicon.js';
import { COLOUR_WORDS, MATERIAL_WORDS, STYLE_WORDS } from './vocabulary/looks.js';
import { MADE_WORDS } from './vocabulary/made.js';
import { NATURE_WORDS } from './vocabulary/nature.js';
import { PHRASES } from './vocabulary/phrases.js';
import { PLACE_WORDS } from './vocabulary/places.js';

/** The same five images requested in each language, with the required terms, regardless of grammar. */
const WANTED = [
  'sunset mountains lake',
  'bird×2 sea night',
  'house:red winter forest',
  'castle fog',
  'city rain night',
] as const;
const PROMPTS: Readonly<Record<Language, readonly [string, string, string, string, string]>> = {
  en: [
    'sunset over mountains and a lake',
    'two birds over the sea at night',
    'a red house in a winter forest',
    'a castle in the fog',
    'a city in the rain at night',
  ],
  zh: ['日落时分的群山与湖泊', '夜晚海上的两只鸟', '冬天森林里的红色房子', '雾中的城堡', '雨夜里的城市'],
  tw: ['日落時分的群山與湖泊', '夜晚海上的兩隻鳥', '冬天森林裡的紅色房子', '霧中的城堡', '雨夜裡的城市'],
  th: [
    'พระอาทิตย์ตกเหนือภูเขาและทะเลสาบ',
    'นกสองตัวเหนือทะเลยามค่ำคืน',
    'บ้านสีแดงในป่าฤดูหนาว',
    'ปราสาทในสายหมอก',
    'เมืองกลางสายฝนตอนกลางคืน',
  ],
  it: [
    'tramonto sulle montagne e su un lago',
    'due uccelli sul mare di notte',
    'una casa rossa in una foresta d’inverno',
    'un castello nella nebbia',
    'una città sotto la pioggia di notte',
  ],
  pl: [
    'zachód słońca nad górami i jeziorem',
    'dwa ptaki nad morzem nocą',
    'czerwony dom w zimowym lesie',
    'zamek we mgle',
    'miasto w deszczu nocą',
  ],
  tr: [
    'dağlar ve göl üzerinde gün batımı',
    'gece denizin üzerinde iki kuş',
    'kış ormanında kırmızı ev',
    'sisli bir kale',
    'gece yağmurda şehir',
  ],
  fr: [
    'coucher de soleil sur les montagnes et un lac',
    'deux oiseaux au-dessus de la mer, la nuit',
    'une maison rouge dans une forêt en hiver',
    'un château dans le brouillard',
    'une ville sous la pluie, la nuit',
  ],
  ko: ['산과 호수 위의 일몰', '밤바다 위의 새 두 마리', '겨울 숲속의 빨간 집', '안개 속의 성', '비 오는 밤의 도시'],
  de: [
    'Sonnenuntergang über Bergen und einem See',
    'zwei Vögel über dem Meer bei Nacht',
    'ein rotes Haus im Winterwald',
    'eine Burg im Nebel',
    'eine Stadt im Regen bei Nacht',
  ],
  ja: ['山と湖に沈む夕日', '夜の海の上を飛ぶ二羽の鳥', '冬の森の中の赤い家', '霧の中の城', '雨の夜の都市'],
  ru: [
    'закат над горами и озером',
    'две птицы над морем ночью',
    'красный дом в зимнем лесу',
    'замок в тумане',
    'город под дождём ночью',
  ],
  pt: [
    'pôr do sol sobre as montanhas e um lago',
    'dois pássaros sobre o mar à noite',
    'uma casa vermelha numa floresta no inverno',
    'um castelo na névoa',
    'uma cidade na chuva à noite',
  ],
  ar: [
    'غروب الشمس فوق الجبال وبحيرة',
    'طائران اثنان: اثنان طيور فوق البحر في الليل',
    'بيت أحمر في غابة في الشتاء',
    'قلعة في الضباب',
    'مدينة تحت المطر في الليل',
  ],
  no: [
    'solnedgang over fjell og en innsjø',
    'to fugler over havet om natten',
    'et rødt hus i en vinterskog',
    'et slott i tåken',
    'en by i regnet om natten',
  ],
  nl: [
    'zonsondergang boven de bergen en een meer',
    'twee vogels boven de zee in de nacht',
    'een rood huis in een winters bos',
    'een kasteel in de mist',
    'een stad in de regen in de nacht',
  ],
  da: [
    'solnedgang over bjerge og en sø',
    'to fugle over havet om natten',
    'et rødt hus i en vinterskov',
    'et slot i tågen',
    'en by i regnen om natten',
  ],
  es: [
    'atardecer sobre las montañas y un lago',
    'dos pájaros sobre el mar de noche',
    'una casa roja en un bosque en invierno',
    'un castillo en la niebla',
    'una ciudad bajo la lluvia de noche',
  ],
  id: [
    'matahari terbenam di atas pegunungan dan danau',
    'dua burung di atas laut pada malam hari',
    'rumah merah di hutan musim dingin',
    'kastil dalam kabut',
    'kota saat hujan di malam hari',
  ],
};

function found(prompt: string): Set<string> {
  const { scene } = understand({ prompt, seed: 11 });
  return new Set<string>([
    scene.time,
    scene.weather,
    scene.season,
    ...scene.places,
    ...scene.subjects.flatMap((item) => [item.id, `${item.id}×${item.count}`, `${item.id}:${item.colour ?? ''}`]),
  ]);
}

describe('the nineteen languages', () => {
  it.each(LANGUAGES)('%s: five prompts are understood alike', (language) => {
    PROMPTS[language].forEach((prompt, index) => {
      const words = found(prompt);
      expect({ prompt, missing: (WANTED[index] ?? '').split(' ').filter((word) => !words.has(word)) }).toEqual({
        prompt,
        missing: [],
      });
    });
  });

  it('answer differently from a text of no meaning, so that the measure bites', () => {
    const words = found('quelque dolor ipsum');
    expect(WANTED.every((wanted) => wanted.split(' ').every((word) => words.has(word)))).toBe(false);
  });

  const tables: readonly (readonly [string, Readonly<Record<string, Words>>])[] = [
    ['place', PLACE_WORDS],
    ['subject', NATURE_WORDS],
    ['subject', MADE_WORDS],
    ['time', TIME_WORDS],
    ['weather', WEATHER_WORDS],
    ['season', SEASON_WORDS],
    ['mood', MOOD_WORDS],
    ['framing', FRAMING_WORDS],
    ['style', STYLE_WORDS],
    ['colour', COLOUR_WORDS],
    ['material', MATERIAL_WORDS],
  ];

  it('have a word for at least 200 concepts each, all hours, seasons, weathers and colours among them', () => {
    for (const language of LANGUAGES) {
      // Traditional Chinese shares words that are written the same in Simplified Chinese.
      const has = (words: Words): boolean =>
        words[language] !== undefined || (language === 'tw' && words.zh !== undefined);
      expect(tables.flatMap(([, table]) => Object.values(table)).filter(has).length).toBeGreaterThanOrEqual(200);
      for (const table of [TIME_WORDS, SEASON_WORDS, WEATHER_WORDS, COLOUR_WORDS, PLACE_WORDS]) {
        expect(
          Object.entries(table)
            .filter(([, words]) => !has(words))
            .map(([id]) => id),
        ).toEqual([]);
      }
    }
  });

  it('find every word of the tables again', () => {
    const lost: string[] = [];
    for (const [kind, table] of tables) {
      for (const [id, words] of Object.entries(table)) {
        for (const language of LANGUAGES) {
          for (const word of (words[language] ?? '').split('|').filter((text) => text !== '' && !text.endsWith('~'))) {
            const keys = wordsOf(word.replace(/^\+/, ''));
            const entries = [...lookUp(keys).map((hit) => hit.entry), ...lookUpRun(keys.join(''))];
            if (!entries.some((entry) => entry.language === language)) {
              lost.push(`${kind}:${id} ${language} ${word}`);
            }
          }
        }
      }
    }
    expect(lost).toEqual([]);
  });

  it('name only things that exist in phrases', () => {
    const ids = new Set<string>([
      ...PLACES.map((id) => `place:${id}`),
      ...Object.keys(SUBJECTS).map((id) => `subject:${id}`),
      ...tables.flatMap(([kind, table]) => Object.keys(table).map((id) => `${kind}:${id}`)),
    ]);
    expect(PHRASES.flatMap(([meanings]) => meanings.split(' ')).filter((meaning) => !ids.has(meaning))).toEqual([]);
  });
});
