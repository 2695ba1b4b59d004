/**
 * How a procedure of the local engine understands its prompt. The form's preview, the check before credits are held,
 * and the note beside the result all use this, so that they agree. Pure; nothing is drawn.
 */
import { defined } from '../../kernel/defined.shared.js';
import type { PromptReading } from '../options.shared.js';
import type { Understanding } from '../progress.shared.js';
import type { SourceRole } from '../sources.shared.js';
import { claimsOf, isDrawn, showsSomething, type Claims } from './scene/claims.js';
import type { SceneOptions, Style, UnderstoodTerm, Weather } from './scene/scene.js';
import { understandChange } from './scene/change.js';
import { understand } from './scene/understand.js';
import { isNameOf } from './scene/vocabulary/lexicon.js';
import { plain } from './scene/vocabulary/stems.js';
import { parseSounds } from './audio/words.js';
import { castOf } from './video/generate/cast.js';
import { movesIn } from './video/generate/moves.js';
import { promptsOf, viewsIn } from './video/generate/views.js';

/** The prompts of a request, and its sources. */
export interface PromptInput {
  /** How the procedure reads its prompt; undefined when it ignores it. */
  readonly reads: PromptReading | undefined;
  readonly style: Style;
  /** For videos with shots. */
  readonly shots: number;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly seed: number;
  readonly roles: readonly SourceRole[];
}

/**
 * Why a prompt is not sufficient: it names nothing that is drawn, nothing that changes an image, or nothing that is
 * heard.
 */
export type PromptLack = 'nothing-drawn' | 'nothing-changed' | 'no-sound';

/** How the prompt was understood, and why that is not sufficient, if so. */
export interface PromptClaims extends Understanding {
  readonly lacks?: PromptLack;
}

/** Words that change a given image instead of being drawn: light, colours and style. */
const CHANGING: readonly UnderstoodTerm['kind'][] = ['time', 'weather', 'season', 'mood', 'colour', 'style'];
/** Weather that is drawn over given images. */
const FALLING: readonly string[] = ['rain', 'snow', 'storm', 'wind'] satisfies readonly Weather[];
/** Taken from the surrounding image when a single object is painted into it. */
const TAKEN_FROM_AROUND: readonly UnderstoodTerm['kind'][] = [
  'time',
  'weather',
  'season',
  'framing',
  'mood',
  'position',
];

/** The form's value for no style. */
const optionsOf = ({ prompt, negativePrompt, seed, style }: PromptInput): SceneOptions => ({
  prompt,
  seed,
  ...(negativePrompt === '' ? {} : { negativePrompt }),
  ...(style === 'natural' ? {} : { style }),
});

const shortly = ({ understood, ignored }: Claims): Understanding => ({
  understood: understood.map(({ text, kind, means }) => ({
    text,
    kind,
    means,
    ...((kind === 'subject' || kind === 'place') && !isNameOf(text, means) ? { isLike: true } : {}),
  })),
  ignored,
});

const drawing = (claims: Claims): PromptClaims => ({
  ...shortly(claims),
  ...(showsSomething(claims) ? {} : { lacks: 'nothing-drawn' }),
});

/** For several scenes with parts of the prompt: what one scene shows, the video shows. */
function together(all: readonly Claims[]): Claims {
  const understood = all
    .flatMap((claims) => claims.understood)
    .filter(
      ({ text, kind, means }, at, list) =>
        list.findIndex((other) => other.text === text && other.kind === kind && other.means === means) === at,
    );
  const claimed = new Set(understood.map(({ text }) => text));
  return {
    understood,
    ignored: [...new Set(all.flatMap(({ ignored }) => ignored))].filter((word) => !claimed.has(word)),
  };
}

const shots = (options: SceneOptions, prompts: readonly string[]): PromptClaims =>
  drawing(
    together(
      prompts.map((prompt, index) =>
        claimsOf(understand({ ...options, prompt, seed: (options.seed + index) % 2 ** 32 })),
      ),
    ),
  );

function restyling(worded: PromptInput): PromptClaims {
  const understanding = understandChange(optionsOf(worded));
  const { scene } = understanding;
  const changes = ({ kind, means }: UnderstoodTerm): boolean =>
    CHANGING.includes(kind) &&
    (kind !== 'style' || (scene.style === means && means !== 'natural')) &&
    (kind !== 'colour' || scene.colours.some((colour) => colour === means));
  const claims = claimsOf(understanding, changes);
  const lacks = worded.style === 'natural' && claims.understood.length === 0;
  return { ...shortly(claims), ...(lacks ? { lacks: 'nothing-changed' } : {}) };
}

function paintingIn(worded: PromptInput): PromptClaims {
  const understanding = understand(optionsOf(worded));
  const alone =
    understanding.scene.subjects.length > 0 && !understanding.understood.some(({ kind }) => kind === 'place');
  return drawing(
    claimsOf(
      understanding,
      (term) => isDrawn(term, understanding.scene) && !(alone && TAKEN_FROM_AROUND.includes(term.kind)),
    ),
  );
}

function casting(worded: PromptInput): PromptClaims {
  const { scene, understanding } = castOf(optionsOf(worded), worded.roles.length);
  // People in the source image are visible whether or not a scene could draw them.
  const claims = claimsOf(
    understanding,
    (term) => (term.kind === 'subject' && !scene.subjects.some(({ id }) => id === term.means)) || isDrawn(term, scene),
  );
  const lacks = claims.understood.length === 0 && movesIn(worded.prompt).length === 0;
  return { ...shortly(claims), ...(lacks ? { lacks: 'nothing-drawn' } : {}) };
}

/** For given images, only effects are applied; otherwise the prompt is drawn, one shot per view. */
function animating(worded: PromptInput): PromptClaims {
  const options = optionsOf(worded);
  const moves = new Set(movesIn(worded.prompt).map(({ text }) => text));
  const still = ({ understood, ignored, ...more }: PromptClaims): PromptClaims => ({
    ...more,
    understood,
    ignored: ignored.filter((word) => !moves.has(plain(word))),
  });
  if (worded.roles.length === 0)
    return still(shots(options, promptsOf(worded.prompt, Math.min(4, Math.max(1, viewsIn(worded.prompt).length)))));
  return still(
    shortly(claimsOf(understand(options), ({ kind, means }) => kind === 'weather' && FALLING.includes(means))),
  );
}

function sounding(worded: PromptInput): PromptClaims {
  const { effects, understood, ignored } = parseSounds(worded.prompt);
  const soundClaims: PromptClaims = { understood, ignored, ...(effects.length === 0 ? { lacks: 'no-sound' } : {}) };
  if (worded.roles.includes('video')) return soundClaims;
  const seen = drawing(claimsOf(understand(optionsOf(worded))));
  const lacks = soundClaims.lacks ?? seen.lacks;
  return {
    understood: [...understood, ...seen.understood],
    ignored: ignored.filter((word) => seen.ignored.includes(word)),
    ...defined({ lacks }),
  };
}

/** How a procedure understands its prompt; undefined when it ignores prompts or there is none. */
export function promptClaims(worded: PromptInput): PromptClaims | undefined {
  const { prompt } = worded;
  if (prompt === '') return undefined;
  switch (worded.reads) {
    case 'scene':
      return drawing(claimsOf(understand(optionsOf(worded))));
    case 'painting':
      return paintingIn(worded);
    case 'restyle':
      return restyling(worded);
    case 'shots':
      return shots(optionsOf(worded), promptsOf(prompt, worded.shots));
    case 'script':
      return shots(optionsOf(worded), viewsIn(prompt));
    case 'animation':
      return animating(worded);
    case 'subjects':
      return casting(worded);
    case 'sound':
      return sounding(worded);
    case undefined:
      return undefined;
    default:
      return worded.reads satisfies never;
  }
}
