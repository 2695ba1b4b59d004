import { describe, expect, it } from '@jest/globals';
import { createRandom } from '../../scene/random.js';
import { STYLES, type Raster, type Scene, type Style } from '../../scene/scene.js';
import { applyStyle, styleRaster } from './style.js';

type Pixel = readonly [number, number, number];

function image(width: number, height: number, colour: (u: number, v: number) => Pixel): Raster {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      data.set([...colour(x / width, y / height), 255], (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

const SIDE = 320;
/** A sunset: a sky that changes smoothly, a sun, two ridges, water. */
const LANDSCAPE = image(SIDE, SIDE, (u, v) => {
  if (v > 0.75) {
    return [60 + 80 * (v - 0.75), 50, 110 - 120 * (v - 0.75)];
  }
  if (v > 0.62 + 0.06 * Math.sin(u * 17)) {
    return [38, 24, 58];
  }
  if (v > 0.48 + 0.08 * Math.sin(u * 9 + 1)) {
    return [112, 62, 104];
  }
  return Math.hypot(u - 0.6, v - 0.36) < 0.06 ? [255, 246, 214] : [70 + 180 * v * 2, 50 + 150 * v * 1.6, 150 - 60 * v];
});
const GRADIENT = image(SIDE, SIDE, (u, v) => [60 + 190 * u, 70 + 120 * v, 220 - 150 * u * v]);
const GREY = image(SIDE, SIDE, () => [128, 128, 128]);
const DISC = image(SIDE, SIDE, (u, v) => (Math.hypot(u - 0.5, v - 0.5) < 0.22 ? [210, 120, 60] : [60, 110, 140]));
const HILL = image(SIDE, SIDE, (_u, v) => (v > 0.6 ? [40, 36, 60] : [230, 180, 140]));

const pixel = (raster: Raster, x: number, y: number): Pixel => {
  const i = (Math.round(y) * raster.width + Math.round(x)) * 4;
  return [raster.data[i] ?? 0, raster.data[i + 1] ?? 0, raster.data[i + 2] ?? 0];
};
const light = ([r, g, b]: Pixel): number => (0.299 * r + 0.587 * g + 0.114 * b) / 255;
const pixels = (raster: Raster): Pixel[] =>
  Array.from(
    { length: raster.width * raster.height },
    (_, i) => [raster.data[i * 4] ?? 0, raster.data[i * 4 + 1] ?? 0, raster.data[i * 4 + 2] ?? 0] as const,
  );
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const share = (raster: Raster, test: (colour: Pixel) => boolean): number =>
  mean(pixels(raster).map((colour) => (test(colour) ? 1 : 0)));
const spread = (raster: Raster): number => {
  const values = pixels(raster).map(light);
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};
const average = (raster: Raster, x0: number, x1: number, y0: number, y1: number): number => {
  const values: number[] = [];
  for (let y = y0; y < y1; y += 1) {
    for (let x = x0; x < x1; x += 1) {
      values.push(light(pixel(raster, x, y)));
    }
  }
  return mean(values);
};
/** Number of cells of a 16-step colour cube that hold nine tenths of the pixels. */
const tints = (raster: Raster): number => {
  const counts = new Map<number, number>();
  for (const [r, g, b] of pixels(raster)) {
    const cell = (r >> 4) * 256 + (g >> 4) * 16 + (b >> 4);
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  let left = raster.width * raster.height * 0.9;
  return [...counts.values()]
    .sort((a, b) => b - a)
    .filter((count) => {
      const needed = left > 0;
      left -= count;
      return needed;
    }).length;
};
const styled = (raster: Raster, style: Style): Raster => styleRaster(raster, style, 42);

/** A measurable property of each style's output, with a threshold that `natural` does not reach. */
const MEASURES: Readonly<Record<Exclude<Style, 'natural'>, (style: Style) => boolean>> = {
  poster: (style) => tints(styled(GRADIENT, style)) <= 30,
  watercolour: (style) => {
    const result = styled(LANDSCAPE, style);
    return (
      average(result, 0, SIDE, 0, 4) > 0.93 &&
      average(result, 0, SIDE, SIDE - 4, SIDE) > 0.93 &&
      average(result, 60, 260, 220, 236) < 0.6
    );
  },
  ink: (style) => {
    const result = styled(LANDSCAPE, style);
    return (
      share(result, ([r, g, b]) => Math.max(r, g, b) - Math.min(r, g, b) < 30) > 0.96 &&
      share(result, (c) => light(c) > 0.8) > 0.1 &&
      share(result, (c) => light(c) < 0.35) > 0.03
    );
  },
  neon: (style) => {
    const result = styled(DISC, style);
    return light(pixel(result, 20, 20)) < 0.3 && Math.max(...pixel(result, SIDE * 0.72, SIDE / 2)) > 200;
  },
  pixel: (style) => blocky(styled(LANDSCAPE, style), 4),
  papercut: (style) => {
    const result = styled(HILL, style);
    const edge = Math.floor(SIDE * 0.6);
    return average(result, 40, 280, edge - 6, edge - 2) < 0.9 * average(result, 40, 280, edge - 60, edge - 40);
  },
  isometric: (style) => {
    const values = pixels(styled(GREY, style))
      .map(light)
      .sort((a, b) => a - b);
    return (values[Math.floor(values.length * 0.85)] ?? 0) - (values[Math.floor(values.length * 0.15)] ?? 0) > 0.12;
  },
  line: (style) => {
    const result = styled(DISC, style);
    return share(result, (c) => light(c) > 0.85) > 0.6 && share(result, (c) => light(c) < 0.4) > 0.006;
  },
  oil: (style) => spread(styled(GREY, style)) > 0.02 && spread(styled(GREY, style)) < 0.15,
  blueprint: (style) =>
    share(styled(LANDSCAPE, style), ([r, g, b]) => b > r && b >= g) > 0.97 &&
    share(styled(LANDSCAPE, style), (c) => light(c) > 0.55) > 0.01,
  risograph: (style) => spread(styled(GREY, style)) > 0.15 && share(styled(GREY, style), (c) => light(c) > 0.85) > 0.03,
  clay: (style) => {
    const result = styled(DISC, style);
    const at = (sign: number): number => {
      const middle = SIDE / 2 + sign * SIDE * 0.22 * 0.68;
      return average(
        result,
        Math.round(middle) - 2,
        Math.round(middle) + 3,
        Math.round(middle) - 2,
        Math.round(middle) + 3,
      );
    };
    return at(-1) - at(1) > 0.12;
  },
};

function blocky(raster: Raster, side: number): boolean {
  for (let y = 0; y < raster.height; y += 1) {
    for (let x = 0; x < raster.width; x += 1) {
      const own = pixel(raster, x, y);
      const first = pixel(raster, x - (x % side), y - (y % side));
      if (own.some((channel, index) => channel !== first[index])) {
        return false;
      }
    }
  }
  return new Set(pixels(raster).map((colour) => colour.join())).size <= 24;
}

describe('styles', () => {
  // Object.keys of a typed record gives its keys.
  it.each(Object.keys(MEASURES) as (keyof typeof MEASURES)[])(
    '%s has the mark of its craft, which natural has not',
    (style) => {
      expect(MEASURES[style](style)).toBe(true);
      expect(MEASURES[style]('natural')).toBe(false);
    },
  );

  it('leaves the picture almost as it is when natural', () => {
    const result = styled(LANDSCAPE, 'natural');
    const moved = pixels(result).map((colour, index) =>
      Math.abs(light(colour) - light(pixel(LANDSCAPE, index % SIDE, Math.floor(index / SIDE)))),
    );
    expect(mean(moved)).toBeLessThan(0.04);
  });

  it.each(STYLES)('%s gives the same bytes for the same input, opaque, and leaves the input alone', (style) => {
    const before = Uint8ClampedArray.from(LANDSCAPE.data);
    const result = styled(LANDSCAPE, style);
    expect(Buffer.compare(Buffer.from(result.data), Buffer.from(styled(LANDSCAPE, style).data))).toBe(0);
    expect(Buffer.compare(Buffer.from(LANDSCAPE.data), Buffer.from(before))).toBe(0);
    expect(result.data.length).toBe(SIDE * SIDE * 4);
    expect(result.data.filter((_, index) => index % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
  });

  it.each(STYLES)('%s takes any size a picture may have', (style) => {
    for (const [width, height] of [
      [64, 64],
      [64, 600],
      [1000, 80],
    ] as const) {
      const result = styled(
        image(width, height, (u, v) => [255 * u, 255 * v, 120]),
        style,
      );
      expect([result.width, result.height, result.data.length]).toEqual([width, height, width * height * 4]);
      expect(spread(result)).toBeGreaterThan(0.01);
    }
  });

  it('keeps night darker than noon in every style that keeps tones', () => {
    const dark = image(SIDE, SIDE, (_u, v) => [8 + 20 * v, 12 + 30 * v, 40 + 40 * v]);
    const bright = image(SIDE, SIDE, (_u, v) => [120 + 100 * v, 170 + 60 * v, 235]);
    for (const style of STYLES.filter((name) => name !== 'line' && name !== 'blueprint')) {
      expect({
        style,
        darker: mean(pixels(styled(dark, style)).map(light)) < mean(pixels(styled(bright, style)).map(light)) - 0.08,
      }).toEqual({ style, darker: true });
    }
  });

  it('takes paper and brush from the seed, and style from the scene', () => {
    expect(
      Buffer.compare(
        Buffer.from(styleRaster(LANDSCAPE, 'oil', 1).data),
        Buffer.from(styleRaster(LANDSCAPE, 'oil', 2).data),
      ),
    ).not.toBe(0);
    const scene: Scene = {
      version: 1,
      seed: 5,
      renderer: 'layers',
      places: ['lake'],
      subjects: [],
      time: 'sunset',
      weather: 'clear',
      season: 'summer',
      style: 'pixel',
      framing: 'wide',
      moods: [],
      colours: [],
      without: [],
    };
    expect(blocky(applyStyle(LANDSCAPE, scene, createRandom(scene.seed, 'style')), 4)).toBe(true);
  });
});
