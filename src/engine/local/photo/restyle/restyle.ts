/** Restyles an image in a style and in the light of a prompt: palette transfer, weather, then the style's rendering. */
import { drawLayers } from '../../render/layers/draw.js';
import { PIGMENTS, toLab } from '../../scene/colour.js';
import { hashText } from '../../scene/random.js';
import type { OnGrow, Raster, Scene, Style, UnderstoodTerm, Understanding } from '../../scene/scene.js';
import { understandChange } from '../../scene/change.js';
import { drawSolid } from '../../render/solid/index.js';
import { styleRaster } from '../../render/style/style.js';
import { findFaces, type FaceBox } from '../../people/faces.js';
import { mapTones, recolour, tonesOf, type Reach, type Tones } from './grade.js';
import { resample, within } from '../resample.js';
import { foliageOf } from './season.js';

/** Longest side of the working copy, and of the result, pixels. */
const RESTYLE_SIDE = { work: 1536, given: 2048 } as const;
/** Side of the image drawn from the prompt to obtain its palette. */
const SWATCH_SIDE = 160;

export interface RestyleOptions {
  /** Light, season, weather, place and colours to move towards; may be empty. */
  readonly prompt: string;
  readonly negativePrompt?: string;
  /** A style named in the prompt takes precedence. With `natural` or none, and none named, the image is only graded. */
  readonly style?: Style;
  /** 0 close to the input, 1 the strongest effect. */
  readonly strength: number;
  /** 0 to 2^32 − 1; controls the brush, the paper, the inks and what the prompt leaves open. */
  readonly seed: number;
}

export interface Restyled {
  /** As large as the input, but with a longest side of at most 2048; transparent where the input is. */
  readonly raster: Raster;
  readonly understanding: Understanding;
}

/**
 * Restyles an image. Deterministic: the same image and options give the same bytes; another seed gives other strokes.
 * @param image is not changed
 * @param on called with the progress at least six times
 */
export async function restyle(image: Raster, options: RestyleOptions, on: OnGrow): Promise<Restyled> {
  const { prompt, negativePrompt = '', style = 'natural', seed } = options;
  const strength = Math.min(1, Math.max(0, options.strength));
  const understanding = understandChange({ prompt, negativePrompt, seed, ...(style === 'natural' ? {} : { style }) });
  on({ fraction: 0.02 });
  const given = within(image.width, image.height, RESTYLE_SIDE.given);
  const workSize = within(image.width, image.height, RESTYLE_SIDE.work);
  const original = await resample(image, given.width, given.height);
  const work = backed(await resample(original, workSize.width, workSize.height));
  on({ fraction: 0.1, partial: work });
  const graded = await grade(work, understanding, strength);
  on({ fraction: 0.4, partial: graded });
  const styled = await inStyle(graded, understanding.scene, strength);
  on({ fraction: 0.8, partial: styled });
  const large = await resample(styled, given.width, given.height);
  on({ fraction: 0.92, partial: large });
  const raster = blended(original, large, smoothstep(0, 0.6, strength));
  on({ fraction: 1, partial: raster });
  return { raster, understanding };
}

const smoothstep = (low: number, high: number, value: number): number => {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
};

/** A copy without transparency: transparent areas get the image's own mid-grey, so that no style outlines them. */
function backed({ width, height, data }: Raster): Raster {
  const out = new Uint8ClampedArray(data);
  for (let i = 0; i < out.length; i += 4) {
    const alpha = (data[i + 3] ?? 255) / 255;
    if (alpha < 1) for (let k = 0; k < 3; k += 1) out[i + k] = (data[i + k] ?? 0) * alpha + 236 * (1 - alpha);
    out[i + 3] = 255;
  }
  return { width, height, data: out };
}

/** How much each kind of word says about light and colour. */
const SAYS: Readonly<Partial<Record<UnderstoodTerm['kind'], Reach>>> = {
  time: { lightness: 1, tint: 0.9 },
  weather: { lightness: 0.45, tint: 0.6 },
  season: { lightness: 0.15, tint: 0.4 },
  mood: { lightness: 0.5, tint: 0.6 },
  colour: { lightness: 0.2, tint: 0.85 },
  place: { lightness: 0.3, tint: 0.55 },
  subject: { lightness: 0.1, tint: 0.3 },
};

/** How far the prompt may move the image: not at all when it says nothing about light or colour. */
function reachOf({ scene, understood }: Understanding, strength: number): Reach {
  const said = understood.map((term) => SAYS[term.kind]).filter((reach) => reach !== undefined);
  if (scene.style === 'neon' && understood.length > 0) said.push({ lightness: 0.4, tint: 0.8 });
  const share = strength ** 0.45;
  return {
    lightness: share * Math.max(0, ...said.map((reach) => reach.lightness)),
    tint: share * Math.max(0, ...said.map((reach) => reach.tint)),
  };
}

/** Moves the image's tones towards those of the prompt's scene, and its greens towards the requested season. */
async function grade(work: Raster, understanding: Understanding, strength: number): Promise<Raster> {
  const reach = reachOf(understanding, strength);
  const { scene, understood } = understanding;
  if (reach.tint === 0 && reach.lightness === 0) return work;
  const tones = mapTones(
    tonesOf(work),
    coloured(tonesOf(await swatch(understanding)), scene.colours, understood),
    reach,
  );
  const seasonal = understood.some((term) => term.kind === 'season') ? strength ** 0.5 : 0;
  const leaves = foliageOf(scene.season, seasonal);
  return recolour(work, (lab) => leaves(tones(lab)));
}

/**
 * Tones with the prompt's colours mixed in, the first in the shadows and the last in the lights, unless only a subject
 * has that colour.
 */
function coloured(tones: Tones, colours: Scene['colours'], understood: Understanding['understood']): Tones {
  const named = colours
    .filter(
      (colour) => colour !== 'rainbow' && understood.some((term) => term.kind === 'colour' && term.means === colour),
    )
    .map((colour) => toLab(PIGMENTS[colour]));
  if (named.length === 0) return tones;
  const pull = (own: Float32Array, axis: 'a' | 'b'): Float32Array =>
    own.map((value, rank) => {
      const place = (rank / (own.length - 1)) * (named.length - 1);
      const low = Math.min(named.length - 1, Math.floor(place));
      const first = named[low]![axis];
      const second = named[Math.min(named.length - 1, low + 1)]![axis];
      // Near black and white, colours hold little chroma.
      const holds = Math.sin(Math.PI * Math.min(0.94, Math.max(0.12, tones.lightness[rank]!))) ** 0.6;
      return value * 0.15 + (first + (second - first) * (place - low)) * 0.8 * holds;
    });
  return { ...tones, a: pull(tones.a, 'a'), b: pull(tones.b, 'b') };
}

/**
 * The prompt's scene, small and without its style. A studio has the same lamps at any hour, so the light is taken from
 * an outdoor scene.
 */
export async function swatch({ scene, understood }: Understanding): Promise<Raster> {
  const spoken = understood.some(
    ({ kind }) => kind === 'time' || kind === 'weather' || kind === 'season' || kind === 'mood',
  );
  if (scene.renderer === 'solid' && !spoken) return drawSolid(scene, SWATCH_SIDE, SWATCH_SIDE);
  const indoors = scene.renderer === 'solid' || scene.places.every((place) => place === 'studio' || place === 'room');
  const outdoors: Scene = indoors ? { ...scene, renderer: 'layers', places: ['hills'], subjects: [] } : scene;
  return drawLayers(outdoors, SWATCH_SIDE, SWATCH_SIDE);
}

/**
 * For each style: brush size on a photograph relative to a drawn scene, and the additional inks that a photograph
 * needs.
 */
const HANDS: Readonly<Record<Style, { readonly coarse: number; readonly inks: number }>> = {
  natural: { coarse: 1, inks: 0 },
  poster: { coarse: 0.8, inks: 8 },
  watercolour: { coarse: 0.75, inks: 10 },
  ink: { coarse: 0.75, inks: 0 },
  neon: { coarse: 0.9, inks: 0 },
  pixel: { coarse: 0.9, inks: 0 },
  papercut: { coarse: 0.9, inks: 1 },
  isometric: { coarse: 0.6, inks: 0 },
  line: { coarse: 0.8, inks: 0 },
  oil: { coarse: 0.9, inks: 0 },
  blueprint: { coarse: 0.8, inks: 0 },
  risograph: { coarse: 0.8, inks: 0 },
  clay: { coarse: 0.9, inks: 4 },
};

/**
 * Styles whose coarse brush would erase a face. Faces get a finer brush there. Blocks and dots stay uniform, because a
 * change of size would show a seam.
 */
const FINE_ON_FACES: readonly Style[] = [
  'poster',
  'watercolour',
  'ink',
  'papercut',
  'line',
  'oil',
  'blueprint',
  'clay',
];
const FINE = 0.5;
/** Mean lightness (OKLab) that an image is darkened to for neon tubes to glow. */
const GLOWING = 0.36;

async function inStyle(image: Raster, scene: Scene, strength: number): Promise<Raster> {
  const { style } = scene;
  const hand = HANDS[style];
  const ready = style === 'neon' ? darkened(image) : image;
  const drawn = (scale: number): Raster =>
    styleRaster(ready, style, hashText('restyle', scene.seed), 0, {
      coarse: hand.coarse * (0.5 + 0.85 * strength) * scale,
      inks: hand.inks,
      strokes: true,
    });
  const broad = drawn(1);
  const faces = FINE_ON_FACES.includes(style) && strength > 0.2 ? await findFaces(image) : [];
  return faces.length === 0 ? broad : onFaces(broad, drawn(FINE), faces);
}

/** Darkens a bright image to dusk; a dark one stays as it is. */
function darkened(image: Raster): Raster {
  const { lightness } = tonesOf(image);
  const mean = lightness.reduce((sum, value) => sum + value, 0) / lightness.length;
  if (mean <= GLOWING) return image;
  const power = Math.log(GLOWING) / Math.log(mean);
  return recolour(image, ({ l, a, b }) => ({ l: Math.max(0, l) ** power * 0.9, a, b }));
}

/** Combines the finer image on faces with the coarser one elsewhere, with a soft transition. */
function onFaces(broad: Raster, fine: Raster, faces: readonly FaceBox[]): Raster {
  const { width, height } = broad;
  const data = new Uint8ClampedArray(broad.data);
  for (const face of faces) {
    const cx = face.x + face.width / 2;
    const cy = face.y + face.height * 0.45;
    const rx = face.width * 0.95;
    const ry = face.height * 1.15;
    for (let y = Math.max(0, Math.floor(cy - ry)); y < Math.min(height, cy + ry); y += 1) {
      for (let x = Math.max(0, Math.floor(cx - rx)); x < Math.min(width, cx + rx); x += 1) {
        const share = 1 - smoothstep(0.6, 1, Math.hypot((x - cx) / rx, (y - cy) / ry));
        const at = (y * width + x) * 4;
        for (let k = 0; k < 3; k += 1) data[at + k]! += (fine.data[at + k]! - data[at + k]!) * share;
      }
    }
  }
  return { width, height, data };
}

/** Blends `share` of the new image over the old one, with the old one's alpha. */
function blended(under: Raster, over: Raster, share: number): Raster {
  const data = new Uint8ClampedArray(under.data.length);
  for (let i = 0; i < data.length; i += 4) {
    for (let k = 0; k < 3; k += 1) {
      const from = under.data[i + k] ?? 0;
      data[i + k] = from + ((over.data[i + k] ?? 0) - from) * share;
    }
    data[i + 3] = under.data[i + 3] ?? 255;
  }
  return { width: under.width, height: under.height, data };
}
