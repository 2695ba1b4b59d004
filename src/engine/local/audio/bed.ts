/** Background sound of scenes: picks effects by a scene's content and cross-fades them from shot to shot. */
import type { ScenePlace, Scene, SubjectId } from '../scene/scene.js';
import { effects, type EffectId } from './effects.js';
import { leveled } from './loudness.js';
import { samplesIn, type Stereo } from './signal.js';

const OF_PLACES: Readonly<Partial<Record<ScenePlace, EffectId>>> = {
  sea: 'sea',
  beach: 'sea',
  island: 'sea',
  harbour: 'sea',
  river: 'stream',
  waterfall: 'stream',
  lake: 'stream',
  underwater: 'stream',
  desert: 'wind',
  canyon: 'wind',
  glacier: 'wind',
  sky: 'wind',
  space: 'wind',
  cave: 'stream',
  volcano: 'fire',
  city: 'crowd',
  street: 'crowd',
  road: 'engine',
  room: 'clock',
};
const OF_SUBJECTS: Readonly<Partial<Record<SubjectId, EffectId>>> = {
  fire: 'fire',
  candle: 'fire',
  horse: 'hooves',
  train: 'train',
  tram: 'train',
  car: 'engine',
  bus: 'engine',
  plane: 'engine',
  helicopter: 'engine',
  rocket: 'fire',
  church: 'bell',
  bird: 'birds',
  owl: 'birds',
  clock: 'clock',
  crowd: 'crowd',
  heart: 'heartbeat',
  ship: 'sea',
  sailboat: 'sea',
  whale: 'sea',
  fountain: 'stream',
  hiker: 'steps',
  knight: 'steps',
  robot: 'clock',
};
/** The place in which a subject is heard. */
const ALIVE: readonly ScenePlace[] = [
  'mountains',
  'hills',
  'forest',
  'meadow',
  'jungle',
  'lake',
  'river',
  'garden',
  'village',
];
/** More simultaneous sounds become noise. */
const MAX_SOUNDS = 3;
/** Loudness under a video, LUFS. */
const UNDER = -20;
/** Cross-fade between the sounds of two shots, seconds. */
const FADE = 0.5;

/** The sounds of a scene, at least one; weather first. */
export function soundsOf({ weather, places, subjects, time, season, without }: Scene): readonly EffectId[] {
  const falls: readonly EffectId[] =
    weather === 'storm'
      ? ['rain', 'thunder']
      : weather === 'rain'
        ? ['rain']
        : weather === 'wind' || weather === 'snow'
          ? ['wind']
          : [];
  const dry = falls.length === 0;
  const alive: readonly EffectId[] =
    dry && season !== 'winter' && places.some((place) => ALIVE.includes(place) && !without.includes(place))
      ? [time === 'night' || time === 'dusk' ? 'crickets' : 'birds']
      : [];
  const seen = [...subjects.map(({ id }) => OF_SUBJECTS[id]), ...places.map((place) => OF_PLACES[place])].filter(
    (id) => id !== undefined,
  );
  const all = [...new Set([...falls, ...seen, ...alive])].slice(0, MAX_SOUNDS);
  return all.length === 0 ? ['wind'] : all;
}

/** A shot with its sounds. */
export interface SoundShot {
  readonly sounds: readonly EffectId[];
  /** End of the shot, seconds. */
  readonly to: number;
}

/**
 * The background sound of a video, cross-faded from shot to shot. Pure: the same seed gives the same samples.
 * @param shots in order; the last ends with the video
 */
export function bedOf(shots: readonly SoundShot[], seed: number): Stereo {
  const length = samplesIn(shots.at(-1)?.to ?? 0);
  const out: Stereo = { left: new Float32Array(length), right: new Float32Array(length) };
  let from = 0;
  for (const [index, { sounds, to }] of shots.entries()) {
    const begins = Math.max(0, from - (index === 0 ? 0 : FADE));
    const made = effects(sounds, to - begins, [], seed + index);
    const [start, fade] = [samplesIn(begins), samplesIn(FADE)];
    const own = Math.min(made.left.length, length - start);
    for (let at = 0; at < own; at += 1) {
      // Equal-power fade: no dip or swell between two shots.
      const rise = index === 0 ? 1 : Math.sqrt(Math.min(1, at / fade));
      const fall = index === shots.length - 1 ? 1 : Math.sqrt(Math.min(1, Math.max(0, (own - at) / fade)));
      out.left[start + at]! += made.left[at]! * rise * fall;
      out.right[start + at]! += made.right[at]! * rise * fall;
    }
    from = to;
  }
  return leveled(out, UNDER);
}
