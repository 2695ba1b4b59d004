/**
 * What a call of the local engine makes of its words. The form's preview, the refusal before anything is held and what is told beside the
 * result all ask here, so that none claims what another does not. Pure; nothing is drawn.
 */
import { defined } from '../../kernel/defined.shared.js';
import type { PromptReading } from '../options.shared.js';
import type { Understanding as Told } from '../progress.shared.js';
import type { SourceRole } from '../sources.shared.js';
import { claimsOf, isDrawn, showsSomething, type Claims } from './scene/claims.js';
import type { SceneOptions, Style, UnderstoodTerm, Weather } from './scene/scene.js';
import { understand } from './scene/understand.js';
import { isNameOf } from './scene/vocabulary/lexicon.js';
import { plain } from './scene/vocabulary/stems.js';
import { parseSounds } from './audio/words.js';
import { castOf } from './video/generate/cast.js';
import { movesIn } from './video/generate/moves.js';
import { promptsOf, viewsIn } from './video/generate/views.js';

/** The words of a request, and what is given with them. */
export interface PromptInput {
  /** How the call reads its prompt; undefined where it draws nothing by it. */
  readonly reads: PromptReading | undefined;
  readonly style: Style;
  /** Of a video in shots. */
  readonly shots: number;
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly seed: number;
  readonly roles: readonly SourceRole[];
}

/** Why words are not enough to make anything of: nothing in them is drawn, nothing changes an image, or nothing is heard. */
export type PromptLack = 'nothing-drawn' | 'nothing-changed' | 'no-sound';

/** What is made of the words, and why that is not enough, where it is not. */
export interface PromptClaims extends Told {
  readonly lacks?: PromptLack;
}

/** What changes an image that is given rather than being drawn: its light, its colours and its craft. */
const CHANGING: readonly UnderstoodTerm['kind'][] = ['time', 'weather', 'season', 'mood', 'colour', 'style'];
/** Weather that is drawn over images that are given. */
const FALLING: readonly string[] = ['rain', 'snow', 'storm', 'wind'] satisfies readonly Weather[];
/** What is taken from the image around it where a thing alone is painted into one. */
const TAKEN_FROM_AROUND: readonly UnderstoodTerm['kind'][] = ['time', 'weather', 'season', 'framing', 'mood', 'position'];

/** `natural` is the form's word for no style of its own. */
const optionsOf = ({ prompt, negativePrompt, seed, style }: PromptInput): SceneOptions => ({ prompt, seed, ...(negativePrompt === '' ? {} : { negativePrompt }), ...(style === 'natural' ? {} : { style }) });

const shortly = ({ understood, ignored }: Claims): Told => ({
  understood: understood.map(({ text, kind, means }) => ({ text, kind, means, ...((kind === 'subject' || kind === 'place') && !isNameOf(text, means) ? { isLike: true } : {}) })), ignored,
});

const drawing = (claims: Claims): PromptClaims => ({ ...shortly(claims), ...(showsSomething(claims) ? {} : { lacks: 'nothing-drawn' }) });

/** Of several scenes, each of some of the words: what is in one of them is in the video. */
function together(all: readonly Claims[]): Claims {
  const understood = all.flatMap((claims) => claims.understood).filter(({ text, kind, means }, at, list) => list.findIndex((other) => other.text === text && other.kind === kind && other.means === means) === at);
  const claimed = new Set(understood.map(({ text }) => text));
  return { understood, ignored: [...new Set(all.flatMap(({ ignored }) => ignored))].filter((word) => !claimed.has(word)) };
}

const shots = (options: SceneOptions, prompts: readonly string[]): PromptClaims => drawing(together(prompts.map((prompt, index) => claimsOf(understand({ ...options, prompt, seed: (options.seed + index) % 2 ** 32 })))));

function restyling(worded: PromptInput): PromptClaims {
  const understanding = understand(optionsOf(worded));
  const { scene } = understanding;
  const changes = ({ kind, means }: UnderstoodTerm): boolean => CHANGING.includes(kind) && (kind !== 'style' || (scene.style === means && means !== 'natural')) && (kind !== 'colour' || scene.colours.some((colour) => colour === means));
  const claims = claimsOf(understanding, changes);
  const lacks = worded.style === 'natural' && claims.understood.length === 0;
  return { ...shortly(claims), ...(lacks ? { lacks: 'nothing-changed' } : {}) };
}

function paintingIn(worded: PromptInput): PromptClaims {
  const understanding = understand(optionsOf(worded));
  const alone = understanding.scene.subjects.length > 0 && !understanding.understood.some(({ kind }) => kind === 'place');
  return drawing(claimsOf(understanding, (term) => isDrawn(term, understanding.scene) && !(alone && TAKEN_FROM_AROUND.includes(term.kind))));
}

function casting(worded: PromptInput): PromptClaims {
  const { scene, understanding } = castOf(optionsOf(worded), worded.roles.length);
  // Who is pictured stands there, whether or not a scene could draw them.
  const claims = claimsOf(understanding, (term) => (term.kind === 'subject' && !scene.subjects.some(({ id }) => id === term.means)) || isDrawn(term, scene));
  const lacks = claims.understood.length === 0 && movesIn(worded.prompt).length === 0;
  return { ...shortly(claims), ...(lacks ? { lacks: 'nothing-drawn' } : {}) };
}

/** Over images falls what the words name; else the words are drawn, a shot for each view. */
function animating(worded: PromptInput): PromptClaims {
  const options = optionsOf(worded);
  const moves = new Set(movesIn(worded.prompt).map(({ text }) => text));
  const still = ({ understood, ignored, ...more }: PromptClaims): PromptClaims => ({ ...more, understood, ignored: ignored.filter((word) => !moves.has(plain(word))) });
  if (worded.roles.length === 0) return still(shots(options, promptsOf(worded.prompt, Math.min(4, Math.max(1, viewsIn(worded.prompt).length)))));
  return still(shortly(claimsOf(understand(options), ({ kind, means }) => kind === 'weather' && FALLING.includes(means))));
}

function sounding(worded: PromptInput): PromptClaims {
  const { effects, understood, ignored } = parseSounds(worded.prompt);
  const soundClaims: PromptClaims = { understood, ignored, ...(effects.length === 0 ? { lacks: 'no-sound' } : {}) };
  if (worded.roles.includes('video')) return soundClaims;
  const seen = drawing(claimsOf(understand(optionsOf(worded))));
  const lacks = soundClaims.lacks ?? seen.lacks;
  return { understood: [...understood, ...seen.understood], ignored: ignored.filter((word) => seen.ignored.includes(word)), ...defined({ lacks }) };
}

/** What a call makes of its words; nothing for one whose words are none that it draws by, or that has none. */
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
