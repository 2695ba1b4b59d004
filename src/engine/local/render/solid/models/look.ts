import type { Random } from '../../../scene/random.js';
import type { Colour, Material } from '../../../scene/scene.js';
import type { Hex, Model, Paint } from '../model.js';
import { clay, glass, glossy, iridescent, matte, metal, shade } from '../paints.js';
import { COLOUR_HEX, type StudioPalette } from '../studio-palette.js';

export * from '../paints.js';

/** Colours available to a model: the prompt's first, then the image's palette. */
export interface Look {
  /** The object's main colour: the prompt's, else the given one. */
  readonly main: (fallback: Hex) => Hex;
  /** The main surface: the prompt's colour and material applied to the given paint. */
  readonly paint: (fallback: Paint) => Paint;
  /** Glass in the prompt's colour, or in the given one; the prompt's material may replace it. */
  readonly glass: (fallback: Hex, density?: number) => Paint;
  readonly palette: StudioPalette;
  readonly random: Random;
}

/** Makes the model of a subject. */
export type ModelBuilder = (look: Look) => Model;

function material(name: Material, a: Hex, fallback: Paint): Paint {
  switch (name) {
    case 'matte':
      return { ...fallback, a, roughness: 0.85, f0: 0.015, metal: false };
    case 'glossy':
      return { ...fallback, a, roughness: 0.08, f0: 0.06, metal: false };
    case 'glass':
      return glass(a, a === USUAL.glass ? 0.28 : 0.9);
    case 'metal':
      return metal(a, { roughness: 0.16 });
    case 'wood':
      return matte(shade(a, 0.12), { pattern: 'wood', b: shade(a, -0.35), p: [2.2], roughness: 0.5, f0: 0.035 });
    case 'clay':
      return clay(a);
    case 'marble':
      return glossy(shade(a, 0.75), {
        pattern: 'marble',
        b: shade(a, -0.35),
        c: shade(a, 0.1),
        p: [0.9],
        roughness: 0.2,
      });
    case 'iridescent':
      return iridescent();
    default:
      return name satisfies never;
  }
}

/** Colours of materials requested without a colour. */
const USUAL: Readonly<Partial<Record<Material, Hex>>> = {
  wood: '#a8713f',
  marble: '#8d8f98',
  metal: '#c9cdd3',
  glass: '#9fd0d8',
  clay: '#d98a6a',
};

/**
 * The look of a subject.
 * @param colour as the prompt names it
 * @param preferred material as the prompt names it
 */
export function lookFor(palette: StudioPalette, random: Random, colour?: Colour, preferred?: Material): Look {
  const own = colour && COLOUR_HEX[colour];
  const gilded = colour === 'gold' || colour === 'silver';
  const rainbow = (paint: Paint): Paint => ({ ...paint, iridescence: 0.9 });
  const paint = (fallback: Paint): Paint => {
    const dyed: Paint = own
      ? { ...fallback, a: own, ...(fallback.b && fallback.pattern !== 'plain' && { b: blendDown(fallback, own) }) }
      : fallback;
    if (preferred) return material(preferred, own ?? USUAL[preferred] ?? fallback.a, dyed);
    if (gilded && own) return metal(own);
    return colour === 'rainbow' ? rainbow(dyed) : dyed;
  };
  return {
    palette,
    random,
    paint,
    main: (fallback) => own ?? fallback,
    glass: (fallback, density = 1.6) =>
      preferred && preferred !== 'glass'
        ? material(preferred, own ?? USUAL[preferred] ?? fallback, { a: fallback })
        : glass(own ?? fallback, density),
  };
}

/** Recolours the second colour of a two-coloured surface: white stays white, any other becomes a darker neighbour. */
function blendDown(paint: Paint, own: Hex): Hex {
  const value = Number.parseInt((paint.b ?? '#ffffff').slice(1), 16);
  const bright = ((value >> 16) & 255) + ((value >> 8) & 255) + (value & 255);
  return bright > 600 ? (paint.b ?? '#ffffff') : shade(own, -0.35);
}
