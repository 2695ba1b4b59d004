/**
 * The colours of a scene, decided once so that all layers agree. The time and the seed select a designed sky, the
 * weather veils it, the prompt's colour words shift it, and the mood grades it. Surfaces are then lit by that sky.
 */
import { adjust, fromLab, lit, mix, PIGMENTS, RAINBOW, toLab, type Rgb } from './colour.js';
import {
  DAYLIGHT,
  KEYS,
  MOOD_GRADE,
  NEON_KEYS,
  SEASON_SURFACES,
  SURFACES,
  WEATHER_GRADE,
  type Key,
} from './palette.tables.js';
import { createRandom } from './random.js';
import type { Scene } from './scene.js';

export { css, PIGMENTS, RAINBOW, type Rgb } from './colour.js';

/** Every colour is sRGB, 0..255. */
export interface Palette {
  /** From the zenith (`at` 0) to the horizon (`at` 1), five stops. */
  readonly sky: readonly { readonly at: number; readonly colour: Rgb }[];
  /** The disc of the sun, or of the moon at night. */
  readonly sun: Rgb;
  /** The halo round the disc, its reflection on water, and rims of clouds. */
  readonly glow: Rgb;
  /** Fog, mist and the distance. */
  readonly haze: Rgb;
  /** Six, from far (hazy) to near (the darkest mass). */
  readonly ridges: readonly Rgb[];
  readonly cloud: { readonly light: Rgb; readonly shade: Rgb };
  /** `far` at the horizon, `near` at the viewer's feet, `glint` on the crests. */
  readonly water: { readonly far: Rgb; readonly near: Rgb; readonly glint: Rgb };
  readonly ground: { readonly far: Rgb; readonly near: Rgb };
  readonly foliage: { readonly dark: Rgb; readonly middle: Rgb; readonly light: Rgb };
  /** Flowers and petals of the season. */
  readonly blossom: Rgb;
  readonly sand: { readonly light: Rgb; readonly shade: Rgb };
  readonly rock: { readonly light: Rgb; readonly shade: Rgb };
  readonly snow: { readonly light: Rgb; readonly shade: Rgb };
  readonly trunk: Rgb;
  readonly wall: Rgb;
  readonly roof: Rgb;
  readonly path: Rgb;
  /** Small bright objects, and a second colour for them. */
  readonly accent: Rgb;
  readonly accent2: Rgb;
  /** The brightest and the darkest colour that fit the palette. */
  readonly highlight: Rgb;
  readonly ink: Rgb;
  /** Windows, lamps and stars: bright at night, pale by day. */
  readonly lamp: Rgb;
  /** Light on surfaces: the visible colour is `lit(surface, light.colour, light.sun, light.fill, light.ambient)`. */
  readonly light: { readonly colour: Rgb; readonly sun: number; readonly fill: Rgb; readonly ambient: number };
  /** 0 (day) to 1 (deep night): how clearly lamps and stars show. */
  readonly darkness: number;
}

const DARKNESS = {
  dawn: 0.25,
  morning: 0,
  noon: 0,
  afternoon: 0,
  sunset: 0.35,
  dusk: 0.7,
  night: 1,
} as const satisfies Record<Scene['time'], number>;
const ADAPTED = {
  dawn: 0.15,
  morning: 0,
  noon: 0,
  afternoon: 0.2,
  sunset: 0.2,
  dusk: 0.6,
  night: 0.25,
} as const satisfies Record<Scene['time'], number>;
const WHITE: Rgb = [255, 255, 255];

/** Reduces chroma by a share at the same lightness. */
function evened(colour: Rgb, share: number): Rgb {
  return adjust(colour, { chroma: 1 - share });
}

/** Shade on snow is blue whatever the sun's colour, because the open sky lights it. */
const SNOW_SHADE: Rgb = [112, 138, 184];
const STOPS = [0, 0.32, 0.58, 0.82, 1] as const;

/**
 * Decides every colour of a scene. Pure: the same scene gives the same palette.
 * @param scene what to draw
 * @returns colours as sRGB 0..255
 */
export function paletteFor(scene: Scene): Palette {
  const random = createRandom(scene.seed, 'palette');
  const key = graded(
    pulled(veiled(random.pick(scene.style === 'neon' ? NEON_KEYS : KEYS[scene.time]), scene), scene),
    scene,
  );
  const surfaces = random.pick(SEASON_SURFACES[scene.season]);
  const weather = WEATHER_GRADE[scene.weather];
  const daylight = DAYLIGHT[scene.style === 'neon' ? 'dusk' : scene.time];
  const shade = scene.weather === 'storm' ? 0.5 : scene.weather === 'rain' || scene.weather === 'overcast' ? 0.72 : 1;
  // The eye adapts to a strongly coloured sky: grass looks green at dusk, not brown.
  const adapted = ADAPTED[scene.time];
  const light = {
    colour: mix(mix(key.sun, key.glow, 0.45), WHITE, adapted * 0.6),
    sun: daylight.sun * shade,
    fill: evened(key.sky[2], adapted),
    ambient: daylight.ambient,
  };
  const grade = gradeOf(scene);
  const surface = (colour: Rgb, strength = 1): Rgb =>
    grade(lit(colour, light.colour, light.sun * strength, light.fill, light.ambient));
  const pair = (colour: Rgb): { light: Rgb; shade: Rgb } => ({
    light: surface(colour, 1.1),
    shade: mix(surface(colour, 0.42), key.ridgeNear, 0.18),
  });
  const coloured = scene.colours.length > 0 && !scene.colours.includes('rainbow');
  const foliage = surfaces.foliage.map((colour) => surface(coloured ? mix(colour, tintAt(scene, 1), 0.18) : colour));
  const near = mix(key.ridgeNear, foliage[0] ?? key.ridgeNear, scene.time === 'night' ? 0.12 : 0.26);
  const [zenith, , middle, low, horizon] = key.sky;
  const accent = scene.colours.length > 1 ? PIGMENTS[scene.colours.at(-1) ?? 'red'] : key.accent;
  return {
    sky: key.sky.map((colour, index) => ({ at: STOPS[index] ?? 1, colour })),
    sun: key.sun,
    glow: key.glow,
    haze: key.haze,
    ridges: ramp(mix(key.ridgeFar, key.haze, 0.35 + weather.haze * 0.4), key.ridgeFar, near, weather.haze),
    cloud: { light: mix(horizon, key.sun, 0.4), shade: mix(middle, zenith, 0.25) },
    water: {
      far: mix(low, horizon, 0.35),
      near: mix(adjust(zenith, { lightness: 0.82 }), key.ridgeNear, 0.2),
      glint: key.sun,
    },
    ground: {
      far: mix(surface(surfaces.ground, 1.05), key.haze, 0.4 + weather.haze * 0.3),
      near: mix(surface(surfaces.ground, 0.75), near, 0.3),
    },
    foliage: { dark: foliage[0] ?? near, middle: foliage[1] ?? near, light: foliage[2] ?? near },
    blossom: surface(surfaces.blossom, 1.15),
    sand: pair(coloured ? mix(SURFACES.sand, tintAt(scene, 1), 0.3) : SURFACES.sand),
    rock: pair(SURFACES.rock),
    snow: {
      light: surface(SURFACES.snow, 1.1),
      shade: mix(
        mix(surface(SURFACES.snow, 0.42), key.ridgeNear, 0.18),
        grade(SNOW_SHADE),
        0.38 * (1 - DARKNESS[scene.time]),
      ),
    },
    trunk: surface(SURFACES.trunk),
    wall: surface(SURFACES.wall),
    roof: surface(SURFACES.roof),
    path: surface(SURFACES.path),
    accent: grade(accent),
    accent2: grade(mix(accent, key.glow, 0.55)),
    highlight: mix(key.sun, [255, 255, 255], 0.35),
    ink: mix(key.ridgeNear, [4, 4, 10], 0.4),
    lamp: scene.style === 'neon' ? key.accent : mix([255, 214, 130], key.sun, DARKNESS[scene.time] > 0.3 ? 0.1 : 0.7),
    light,
    darkness: scene.style === 'neon' ? 1 : DARKNESS[scene.time],
  };
}

/** Changes all colours of a sky. The disc keeps most of its own brightness, otherwise it would look like a hole. */
function mapKey(key: Key, change: (colour: Rgb, at: number) => Rgb): Key {
  const [a, b, c, d, e] = key.sky;
  return {
    sky: [change(a, STOPS[0]), change(b, STOPS[1]), change(c, STOPS[2]), change(d, STOPS[3]), change(e, STOPS[4])],
    sun: brightAs(change(key.sun, 1), key.sun),
    glow: change(key.glow, 1),
    haze: change(key.haze, 0.85),
    ridgeFar: change(key.ridgeFar, 0.5),
    ridgeNear: change(key.ridgeNear, 0),
    accent: key.accent,
  };
}

function brightAs(colour: Rgb, model: Rgb): Rgb {
  const lab = toLab(colour);
  const l = Math.max(lab.l, toLab(model).l - 0.06);
  const fade = Math.min(1, lab.l / l) ** 2;
  return fromLab({ l, a: lab.a * fade, b: lab.b * fade });
}

/** The weather's grey takes on the light of the hour: fog at night is not white. */
function veiled(key: Key, scene: Scene): Key {
  const weather = WEATHER_GRADE[scene.weather];
  const greyLab = toLab(weather.grey);
  const horizon = toLab(key.sky[4]).l;
  const scale = Math.min(1, horizon / 0.93);
  const grey = fromLab({
    l: greyLab.l * (0.45 + 0.55 * scale) * (0.35 + 0.65 * scale),
    a: greyLab.a * 1.4,
    b: greyLab.b * 1.4,
  });
  return mapKey(key, (colour) => {
    const own = toLab(colour);
    // A low sun still shows under clouds: the veil is thinner where the sky is warm, and dark colours are darkened
    // less.
    const warm = Math.min(1, Math.max(0, own.b * 8));
    const share = weather.veil * (1 - 0.5 * warm) * (own.l < 0.25 ? 0.6 : 1);
    const lightness = 1 - (1 - weather.lightness) * Math.min(1, Math.max(0, (own.l - 0.1) / 0.45));
    // At night there is little chroma to lose, and the rest keeps the dark from looking dull.
    const spared = Math.max(0.55 * warm, own.l < 0.5 ? 0.45 : 0);
    return adjust(mix(colour, grey, share), { chroma: weather.chroma + (1 - weather.chroma) * spared, lightness });
  });
}

/** Colour words as a gradient from the top of the image (0) to its bottom (1). */
function tintAt(scene: Scene, at: number): Rgb {
  const colours = scene.colours.includes('rainbow') ? RAINBOW : scene.colours.map((colour) => PIGMENTS[colour]);
  const place = at * (colours.length - 1);
  const index = Math.min(colours.length - 2, Math.floor(place));
  const first = colours[Math.max(0, index)] ?? RAINBOW[0] ?? [0, 0, 0];
  const second = colours[index + 1] ?? first;
  return mix(first, second, colours.length > 1 ? place - Math.max(0, index) : 0);
}

const GREEN_LANDS: readonly Scene['places'][number][] = ['hills', 'meadow', 'forest', 'jungle', 'garden', 'island'];

/** Colour words change hue and chroma most, and lightness only a little, so that night stays night. */
function pulled(key: Key, scene: Scene): Key {
  if (scene.colours.length === 0) {
    return key;
  }
  // "Green hills" describes the vegetation and not the sky.
  const grown =
    scene.colours.every((colour) => colour === 'green') && scene.places.some((place) => GREEN_LANDS.includes(place))
      ? 0.16
      : 1;
  return mapKey(key, (colour, at) => {
    const own = toLab(colour);
    const target = toLab(tintAt(scene, at));
    const reach = Math.min(1, own.l / Math.max(0.35, target.l));
    const share = (own.l > 0.94 ? 0.3 : 0.68) * grown;
    return fromLab({
      l: own.l + (target.l - own.l) * 0.22 * reach * grown,
      a: own.a + (target.a * (0.35 + 0.6 * reach) - own.a) * share,
      b: own.b + (target.b * (0.35 + 0.6 * reach) - own.b) * share,
    });
  });
}

function gradeOf(scene: Scene): (colour: Rgb) => Rgb {
  return (colour) =>
    scene.moods.reduce<Rgb>((current, mood) => {
      const grade = MOOD_GRADE[mood];
      const toned = adjust(current, { chroma: grade.chroma, lightness: grade.lightness, lift: grade.lift });
      if (grade.tint === undefined) {
        return toned;
      }
      // The tint must change the hue and not the lightness, so it is first set to the colour's lightness.
      const tint = toLab(grade.tint);
      const own = toLab(toned);
      return mix(
        toned,
        fromLab({ l: own.l, a: tint.a * Math.min(1, own.l + 0.3), b: tint.b * Math.min(1, own.l + 0.3) }),
        grade.share * 2,
      );
    }, colour);
}

function graded(key: Key, scene: Scene): Key {
  const grade = gradeOf(scene);
  return { ...mapKey(key, grade), accent: grade(key.accent) };
}

/** Six masses from far to near; the steps grow towards the viewer as the haze thins out. */
function ramp(first: Rgb, far: Rgb, near: Rgb, haze: number): readonly Rgb[] {
  const middle = mix(far, near, 0.46);
  return [
    first,
    mix(first, far, 0.75 - haze * 0.3),
    mix(far, middle, 0.5 - haze * 0.25),
    mix(middle, far, haze * 0.45),
    mix(middle, near, 0.58 - haze * 0.25),
    near,
  ];
}
