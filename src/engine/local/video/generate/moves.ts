/** How a cut-out moves, as the prompt describes it, and its posture at a moment. */
import { lazy } from '../../../../kernel/collections/lazy.js';
import { understand } from '../../scene/understand.js';
import { plain, stemPattern } from '../../scene/vocabulary/stems.js';

/** `gentle` is the default: the cut-out breathes and leans a little. */
export const MOVES = ['gentle', 'sway', 'walk', 'hop', 'drift'] as const;
export type Move = (typeof MOVES)[number];

/** Word stems, as in `sound/words.ts`: first for languages with spaces, then for those without. */
const SAID: Readonly<Record<Move, readonly [spaced: string, unspaced: string]>> = {
  gentle: [
    'stand|sit|sits|sitting|wait|rest|rests|steh|sitz|wart|staan|zit|wacht|debout|assis|attend|sentad|espera|seduto|aspett|parado|stoi|siedzi|czeka|стоит|сидит|ждет|ayakta|oturu|bekl|berdiri|duduk|menunggu|staar|sidder|venter|يقف|تقف|يجلس|تجلس|ينتظر',
    '站|坐着|坐在|等待|立って|座って|서 있|앉아|ยืน|นั่ง',
  ],
  sway: [
    'sway|swing|danc|rock|wav|sing|schwank|schaukel|tanz|wieg|wink|sing|dans|wuif|zwaai|balanc|danse|chant|bail|balance|mec|canta|danza|ballar|balla|dondol|danc|balan|kolysz|tancz|machaj|танц|качa|качается|машет|sallan|dans|menari|bergoyang|danser|svajer|vinker|يرقص|ترقص|يتمايل|تتمايل|يلوح',
    '跳舞|摇摆|搖擺|踊|揺れ|춤|흔들|เต้น|โยก',
  ],
  walk: [
    'walk|stroll|stride|march|run|runs|running|wander|jog|driv|rid|rides|lauf|geh|spazier|wander|renn|marsch|fahr|faehrt|lauft|loop|wandel|ren|rent|rijd|march|marche|promen|cour|roul|camin|pase|corr|anda|conduc|cammin|passegg|corre|guid|corr|passei|caminh|dirig|chodz|idzie|biegn|biega|jedzie|spacer|ид|идет|идут|гуля|беж|бежит|едет|yuru|yuruyor|kos|kosuyor|berjalan|berlari|gar|går|lober|løper|vandrer|korer|يمشي|تمشي|يركض|تركض|يسير|تسير|يجري',
    '走|跑|步行|散步|歩|歩く|걷|걸어|달리|เดิน|วิ่ง',
  ],
  hop: [
    'hop|hops|hopping|jump|leap|bounc|skip|hupf|hüpf|spring|springt|hups|spring|spring|huppel|saut|bond|rebond|salt|brinc|rebot|salta|balz|rimbalz|pul|pula|skacz|skak|podskak|прыг|скач|zipl|ziplıyor|sicra|melompat|lompat|hopper|hopp|يقفز|تقفز|ينط',
    '跳跃|跳躍|蹦|跳ね|ジャンプ|뛰어오|점프|깡충|กระโดด',
  ],
  drift: [
    'drift|float|fly|flies|flying|hover|glid|sail|soar|swim|schweb|flieg|treib|gleit|schwimm|zweef|vlieg|drijf|zwem|flott|vole|volent|voler|plan|nage|flot|vuel|volar|nad|planea|gallegg|vola|volano|nuota|flutu|voa|voam|nada|unosi|lata|lec|plyn|пар|парит|лет|летит|плыв|uc|ucuyor|yuz|suzul|terbang|melayang|berenang|svaev|svev|flyver|flyr|svommer|يطير|تطير|يطفو|تطفو|يسبح|تسبح|يحلق|تحلق',
    '飞|飛|漂|浮|游泳|泳|날아|떠다|떠 있|헤엄|บิน|ลอย|ว่าย',
  ],
};
/** Stems that also begin unrelated words. */
const WHOLE = new Set([
  'hop',
  'run',
  'rid',
  'wav',
  'rock',
  'sing',
  'rest',
  'sit',
  'ren',
  'rent',
  'anda',
  'corr',
  'cour',
  'ид',
  'gar',
  'kos',
  'pul',
  'pula',
  'plan',
  'uc',
  'lec',
  'пар',
  'лет',
  'mec',
  'nad',
  'nada',
  'voa',
  'salt',
  'geh',
  'spring',
  'fly',
  'sail',
  'lata',
  'danc',
  'camin',
  'guid',
  'march',
  'pase',
  'yuz',
  'stoi',
  'vole',
  'vola',
  'nage',
  'loop',
  'swing',
  'spring',
  'skip',
  'march',
  'canta',
  'balla',
  'bail',
  'balan',
  'driv',
  'stand',
  'salta',
  'corre',
  'plyn',
  'zit',
  'balz',
  'roul',
  'flot',
  'saut',
  'bond',
  'fahr',
  'wait',
  'hups',
  'hopp',
  'wart',
  'seduto',
]);
const matchers = lazy(() => MOVES.map((move) => ({ move, pattern: stemPattern(...SAID[move], WHOLE, 'g') })));

/** A word of a prompt that describes a motion. */
export interface Said {
  readonly move: Move;
  /** Without accents where the script has them. */
  readonly text: string;
}

/** The motion words of a prompt, in order. A word that is part of the scene ("rock") does not count. Pure. */
export function movesIn(prompt: string): readonly Said[] {
  const text = plain(prompt);
  const found = matchers().flatMap(({ move, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({ move, text: match[0].trim(), at: match.index })),
  );
  // A subject named after an activity ("dancer") does it.
  const scenery = new Set(
    understand({ prompt, seed: 0 })
      .understood.filter(({ means }) => means !== 'dancer' && means !== 'hiker')
      .map((term) => plain(term.text)),
  );
  const sorted = found
    .filter((said) => !scenery.has(said.text))
    .sort((one, other) => one.at - other.at || other.text.length - one.text.length);
  return sorted
    .filter(
      ({ at }, index) => index === 0 || at >= (sorted[index - 1]?.at ?? 0) + (sorted[index - 1]?.text.length ?? 0),
    )
    .map(({ move, text: word }) => ({ move, text: word }));
}

/**
 * The move of each of several cut-outs. A single word applies to all. Of several words each applies to one, and the
 * last one to the rest.
 */
export const movesOf = (said: readonly Said[], count: number): readonly Move[] =>
  Array.from({ length: count }, (_, index) => said[Math.min(index, said.length - 1)]?.move ?? 'gentle');

/** Posture of a cut-out at a moment. */
export interface Posture {
  /** Sideways offset, as a share of the frame's width. */
  readonly aside: number;
  /** Height above its position, as a share of its own height. */
  readonly lift: number;
  /** Shear: sideways offset as a share of the height above its foot. */
  readonly lean: number;
  /** Rotation around its foot, radians. */
  readonly turn: number;
  /** Vertical scale. The width changes inversely. */
  readonly stretch: number;
}

const wave = (seconds: number, perSecond: number, phase = 0): number =>
  Math.sin(2 * Math.PI * (seconds * perSecond + phase));

/** Seconds of one hop, the share of it on the ground, and its height. */
const HOP = { seconds: 0.84, ground: 0.26, high: 0.2 } as const;
/** Walking: share of the frame's width per second, the maximum distance, and steps per second. */
const WALK = { speed: 0.075, max: 0.4, steps: 1.7 } as const;

function hop(seconds: number): Posture {
  const part = (((seconds / HOP.seconds) % 1) + 1) % 1;
  if (part < HOP.ground)
    return { aside: 0, lift: 0, lean: 0, turn: 0, stretch: 1 - 0.13 * Math.sin((Math.PI * part) / HOP.ground) };
  const air = (part - HOP.ground) / (1 - HOP.ground);
  return {
    aside: 0,
    lift: HOP.high * 4 * air * (1 - air),
    lean: 0,
    turn: 0.03 * Math.sin(2 * Math.PI * air),
    stretch:
      1 + 0.07 * Math.abs(1 - 2 * air) ** 0.7 * Math.sin((Math.PI * Math.min(1, 6 * Math.min(air, 1 - air))) / 2),
  };
}

/**
 * Posture of a cut-out at a moment.
 * @param seconds since the video's beginning
 * @param length of the video, seconds
 * @param phase 0..1; differs between cut-outs, so that they do not move in unison
 * @param way 1 to the right, −1 to the left
 */
export function postureAt(move: Move, seconds: number, length: number, phase: number, way: 1 | -1): Posture {
  switch (move) {
    case 'gentle':
      return {
        aside: 0,
        lift: 0,
        lean: 0.016 * wave(seconds, 0.23, phase),
        turn: 0,
        stretch: 1 + 0.011 * wave(seconds, 0.36, phase),
      };
    case 'sway':
      return {
        aside: 0.008 * wave(seconds, 0.5, phase + 0.1),
        lift: 0,
        lean: 0.1 * wave(seconds, 0.5, phase),
        turn: 0.025 * wave(seconds, 0.5, phase + 0.06),
        stretch: 1 + 0.022 * wave(seconds, 1, phase),
      };
    case 'walk': {
      const far = Math.min(WALK.max, WALK.speed * length);
      const step = seconds * WALK.steps + phase;
      return {
        aside: way * far * (seconds / length - 0.5),
        lift: 0.026 * Math.abs(Math.sin(Math.PI * step)),
        lean: 0,
        turn: 0.032 * Math.sin(Math.PI * step) + way * 0.012,
        stretch: 1 - 0.014 * Math.abs(Math.cos(Math.PI * step)) ** 3,
      };
    }
    case 'hop':
      return hop(seconds + phase * HOP.seconds);
    case 'drift':
      return {
        aside: 0.035 * wave(seconds, 0.13, phase) + way * 0.03 * (seconds / length - 0.5),
        lift: 0.16 + 0.055 * wave(seconds, 0.24, phase),
        lean: 0,
        turn: 0.05 * wave(seconds, 0.17, phase + 0.3),
        stretch: 1,
      };
    default:
      return move satisfies never;
  }
}
