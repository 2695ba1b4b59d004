/** From words to sounds: uses the scene reading of the prompt in nineteen languages, and words for sounds only. */
import { lazy } from '../../../kernel/collections/lazy.js';
import type { ScenePlace, SubjectId, Weather } from '../scene/scene.js';
import { understand } from '../scene/understand.js';
import { plain, stemPattern } from '../scene/vocabulary/stems.js';
import { EFFECT_IDS, type EffectId } from './effects.js';

/** Sounds of scene content; everything else is silent. */
const SCENE_SOUNDS: Readonly<Partial<Record<ScenePlace | SubjectId | Weather, readonly EffectId[]>>> = {
  rain: ['rain'],
  storm: ['rain', 'wind', 'thunder'],
  wind: ['wind'],
  snow: ['wind'],
  lightning: ['thunder'],
  mountains: ['wind'],
  desert: ['wind'],
  glacier: ['wind'],
  windmill: ['wind'],
  kite: ['wind'],
  sea: ['sea'],
  beach: ['sea'],
  island: ['sea'],
  harbour: ['sea'],
  lighthouse: ['sea'],
  waves: ['sea'],
  ship: ['sea', 'engine'],
  sailboat: ['sea', 'wind'],
  river: ['stream'],
  waterfall: ['stream'],
  fountain: ['stream'],
  lake: ['stream'],
  fire: ['fire'],
  tent: ['fire'],
  candle: ['fire'],
  bird: ['birds'],
  forest: ['birds', 'wind'],
  garden: ['birds'],
  meadow: ['birds'],
  jungle: ['birds', 'crickets'],
  horse: ['hooves'],
  knight: ['hooves'],
  hiker: ['steps'],
  car: ['engine'],
  bus: ['engine'],
  plane: ['engine'],
  helicopter: ['engine'],
  rocket: ['engine', 'thunder'],
  train: ['train'],
  tram: ['train'],
  crowd: ['crowd'],
  city: ['crowd', 'engine'],
  street: ['steps', 'engine'],
  village: ['birds', 'bell'],
  church: ['bell'],
  clock: ['clock'],
};

/**
 * Word prefixes for each sound: English, German, Dutch, French, Spanish, Italian, Portuguese, Polish, Russian, Turkish,
 * the Nordic languages, Indonesian and Arabic. The second list is for languages written without spaces and matches
 * anywhere.
 */
const EFFECT_WORDS: Readonly<Record<EffectId, readonly [spaced: string, unspaced: string]>> = {
  rain: [
    'rain|drizzl|downpour|regen|regn|pluie|lluvia|pioggia|chuva|deszcz|дожд|yagmur|hujan|مطر|امطار',
    '雨|비 소리|빗소리|ฝน',
  ],
  wind: ['wind|breeze|gust|brise|vent|viento|vento|wiatr|ветер|ветра|ruzgar|angin|رياح|ريح', '风|風|바람|ลม'],
  thunder: [
    'thunder|donner|gewitter|donder|tonnerre|trueno|tuono|trovao|grzmot|гром|gok gurult|torden|aska|guntur|رعد',
    '雷|천둥|ฟ้าร้อง',
  ],
  sea: [
    'sea|ocean|surf|waves|meer|brandung|wellen|zee|mer|vague|mar|olas|onde|ondas|morze|море|волн|deniz|dalga|hav|bolge|laut|ombak|بحر|امواج',
    '海|波|浪|바다|파도|ทะเล|คลื่น',
  ],
  stream: [
    'stream|brook|river|water|creek|bach|fluss|wasser|plaetsch|platsch|beek|ruisseau|riviere|eau|arroyo|rio|agua|ruscello|acqua|riacho|strumie|woda|ручей|река|вода|dere|su sesi|baek|vand|sungai|air|نهر|ماء|جدول',
    '溪|河|水声|水の音|川|시냇|강물|น้ำ',
  ],
  fire: [
    'fire|campfire|flame|crackl|feuer|flamm|knister|vuur|feu|flamme|fuego|fuoco|fogo|ogien|огонь|костер|ates|ild|bal|api|نار|لهب',
    '火|불|ไฟ',
  ],
  birds: [
    'bird|chirp|tweet|vogel|vogelgezwitscher|zwitscher|oiseau|pajaro|aves|uccell|passaro|ptak|птиц|kus|fugl|burung|طيور|طائر|عصافير',
    '鸟|鳥|새소리|새들|นก',
  ],
  crickets: [
    'cricket|cicada|night insect|grill|zikad|zirp|krekel|grillon|cigale|grillo|cigarra|cicale|swierszcz|сверч|cikad|cirit|cirpa|sirisse|jangkrik|صراصير|صرصور',
    '蟋蟀|虫の|虫鸣|蝉|귀뚜라미|จิ้งหรีด',
  ],
  steps: [
    'step|footstep|walk|schritt|gehen|stap|voetstap|pas|paso|passi|passo|krok|шаг|adim|skridt|skritt|langkah|خطوات|خطوة',
    '脚步|足音|腳步|발소리|발걸음|ฝีเท้า',
  ],
  hooves: [
    'hoof|hooves|gallop|huf|galopp|hoef|sabot|casco|zoccoli|kopyt|копыт|toynak|hov|hoves|حوافر',
    '马蹄|馬蹄|蹄|말발굽|กีบ',
  ],
  engine: [
    'engine|motor|traffic|machine|verkehr|maschine|moteur|trafic|motore|traffico|silnik|двигател|мотор|trafik|mesin|محرك|سيارات',
    '引擎|发动机|エンジン|엔진|เครื่องยนต์',
  ],
  train: ['train|railway|zug|eisenbahn|trein|tren|treno|trem|pociag|поезд|tog|kereta|قطار', '火车|火車|電車|기차|รถไฟ'],
  crowd: [
    'crowd|people talking|murmur|voices|chatter|menge|stimmen|gemurmel|menigte|foule|voix|multitud|voces|folla|voci|multidao|tlum|толп|голос|kalabal|maengde|mengde|kerumunan|حشد|اصوات الناس',
    '人群|嘈杂|ざわめき|군중|ฝูงชน',
  ],
  applause: [
    'applau|clap|beifall|klatsch|applaus|bravo|aplauso|applauso|oklask|аплод|хлоп|alkis|bifald|tepuk|تصفيق',
    '掌声|掌聲|拍手|박수|ปรบมือ',
  ],
  bell: [
    'bell|glock|klok luid|kerkklok|cloche|campana|campane|sino|dzwon|колокол|can sesi|klokke|lonceng|جرس|اجراس',
    '钟声|鐘|鈴|종소리|ระฆัง',
  ],
  clock: [
    'clock|tick|uhr|tickt|ticken|klok|horloge|reloj|orologio|relogio|zegar|часы|тикан|saat|jam dinding|ساعة',
    '时钟|時計|钟表|시계|นาฬิกา',
  ],
  heartbeat: [
    'heart|heartbeat|pulse|herz|hart|coeur|battement|corazon|latido|cuore|coracao|serce|сердц|kalp|hjerte|jantung|قلب|نبض',
    '心跳|心臓|심장|หัวใจ',
  ],
  whoosh: ['whoosh|swoosh|swish|zisch|rausch|souffle|silbido|sibilo|swist|свист|vinlama|desir|صفير', '嗖|ヒュー|휙|วูบ'],
};

/** Prefixes that also begin unrelated words, so they match whole words only. */
const WHOLE = new Set([
  'mar',
  'mer',
  'pas',
  'paso',
  'bal',
  'api',
  'air',
  'rio',
  'sea',
  'eau',
  'hav',
  'tog',
  'kus',
  'wind',
  'vent',
  'hart',
  'zug',
  'huf',
  'hov',
  'jam dinding',
  'sino',
  'aves',
  'tren',
  'trem',
  'mesin',
  'laut',
  'dere',
  'ild',
  'vuur',
  'feu',
  'beek',
  'bach',
  'uhr',
  'onde',
  'saat',
  'zee',
  'mar',
  'passo',
  'stap',
  'motor',
  'step',
  'heart',
  'rain',
  'train',
  'bell',
  'fire',
  'tick',
]);

const matchers = lazy(() =>
  EFFECT_IDS.map((id) => {
    const [spaced, unspaced] = EFFECT_WORDS[id];
    return { id, pattern: stemPattern(spaced, unspaced, WHOLE) };
  }),
);

/** The sounds named in a prompt. */
export interface RequestedSounds {
  /** In the order of EFFECT_IDS. */
  readonly effects: readonly EffectId[];
  readonly understood: readonly { readonly text: string; readonly kind: 'sound'; readonly means: EffectId }[];
  /** Words without a known sound, as written. */
  readonly ignored: readonly string[];
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** Reads the sounds that a prompt names. Pure. */
export function parseSounds(prompt: string): RequestedSounds {
  const { understood: seen, ignored } = understand({ prompt, seed: 0 });
  const terms: { readonly text: string; readonly means: EffectId }[] = [];
  for (const { id, pattern } of matchers()) {
    const match = pattern.exec(plain(prompt))?.[0];
    if (match !== undefined) terms.push({ text: match.trim(), means: id });
  }
  for (const { text, kind, means } of seen) {
    if (kind !== 'place' && kind !== 'subject' && kind !== 'weather') continue;
    // An explicit word ("thunder") is not widened to related scene sounds.
    if (terms.some((term) => plain(text) === term.text)) continue;
    // The queried kinds have no other ids.
    for (const sound of SCENE_SOUNDS[means as ScenePlace | SubjectId | Weather] ?? [])
      if (!terms.some((term) => term.means === sound)) terms.push({ text, means: sound });
  }
  const heard = new Set(terms.flatMap(({ text }) => plain(text).match(WORDS) ?? []));
  return {
    effects: EFFECT_IDS.filter((id) => terms.some(({ means }) => means === id)),
    understood: terms.map((term) => ({ ...term, kind: 'sound' })),
    ignored: ignored.filter((word) => !(plain(word).match(WORDS) ?? []).some((one) => heard.has(one))),
  };
}
