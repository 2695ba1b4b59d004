/** Streets and skylines. Walls are painted first, then everything lit, so that lamps stay bright through the haze. */
import { adjust, css, mix, type Rgb } from '../../../scene/colour.js';
import type { Random } from '../../../scene/random.js';
import { paintThings } from '../placing.js';
import { linear } from '../painter.js';
import { SILHOUETTES } from '../silhouettes/catalogue.js';
import { mixLight, type Stage } from '../stage.js';

type Context = ReturnType<Stage['canvas']>;
interface Pane {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly colour: string;
}

/** One tower of a skyline: body, lit side, crown. Returns its lit panes. */
function paintTower(
  context: Context,
  stage: Stage,
  random: Random,
  x: number,
  top: number,
  w: number,
  foot: number,
  body: Rgb,
  depth: number,
): Pane[] {
  const { unit, palette, sun } = stage;
  const panes: Pane[] = [];
  const steps = random.chance(0.35) ? random.int(1, 2) : 0;
  const side = sun.from[0] > 0;
  const box = (bx: number, by: number, bw: number): void => {
    const shade = context.createLinearGradient(bx, 0, bx + bw, 0);
    shade.addColorStop(side ? 1 : 0, css(mix(body, palette.glow, 0.16)));
    shade.addColorStop(side ? 0.72 : 0.28, css(body));
    shade.addColorStop(side ? 0 : 1, css(adjust(body, { lightness: 0.84 })));
    context.fillStyle = shade;
    context.fillRect(bx, by, bw + 0.6, foot - by);
  };
  for (let k = steps; k > 0; k -= 1) box(x + w * 0.14 * k, top - w * 0.22 * k, w * (1 - 0.28 * k));
  box(x, top, w);
  const peak = top - steps * w * 0.22;
  if (random.chance(0.28)) {
    context.fillStyle = css(adjust(body, { lightness: 0.92 }));
    context.fillRect(x + w * 0.5 - unit * 0.0012, peak - w * random.range(0.25, 0.7), unit * 0.0024, w * 0.7);
  } else if (random.chance(0.3)) {
    context.fillStyle = css(body);
    context.beginPath();
    context.moveTo(x, top + 0.5);
    context.lineTo(x + w / 2, top - w * random.range(0.25, 0.6));
    context.lineTo(x + w, top + 0.5);
    context.fill();
  } else if (random.chance(0.4)) {
    context.fillStyle = css(adjust(body, { lightness: 0.86 }));
    context.fillRect(x + w * random.range(0.15, 0.55), peak - unit * 0.008, w * 0.22, unit * 0.009);
  }
  const cell = unit * (0.0085 + 0.006 * depth);
  const wide = random.chance(0.3) ? 1.6 : 1;
  const cols = Math.max(2, Math.floor((w - cell) / (cell * wide)));
  const pitch = (w - cell * 0.8) / cols;
  const lit = palette.darkness > 0.3 ? random.range(0.22, 0.6) : palette.darkness > 0.1 ? 0.14 : 0;
  const dark = css(adjust(mix(body, palette.sky[2]?.colour ?? body, 0.22), { lightness: 0.84 }), 0.65);
  for (let y = top + cell * 0.9; y < foot - cell; y += cell * 1.35) {
    for (let c = 0; c < cols; c += 1) {
      const on = random.chance(lit);
      const px = x + cell * 0.6 + c * pitch;
      const pane = {
        x: px,
        y,
        w: pitch * 0.6,
        h: cell * 0.62,
        colour: random.chance(0.14) ? '#bfe3ee' : random.chance(0.2) ? '#ffb765' : '#ffe0a0',
      };
      if (on) panes.push(pane);
      else if (lit < 0.1 || random.chance(0.4)) {
        context.fillStyle = dark;
        context.fillRect(pane.x, pane.y, pane.w, pane.h);
      }
    }
  }
  return panes;
}

/** A skyline: rows of towers from the haze to the front, highest on one side of the middle. */
export function paintSkyline(stage: Stage, foot: number): void {
  const { width, unit, palette, scene, painter } = stage;
  const peak = scene.framing === 'symmetric' ? 0.5 : stage.sun.x > width / 2 ? 0.33 : 0.67;
  const rows = scene.framing === 'minimal' ? 3 : 5;
  if (palette.darkness > 0.5) {
    // A city's lights colour the air above it.
    const glare = mix(palette.haze, [255, 148, 96], 0.42);
    painter.fog({
      centre: foot,
      above: unit * 0.42,
      below: unit * 0.02,
      unit,
      seed: stage.seed('glare'),
      time: stage.seconds,
      strength: 0.5 * palette.darkness,
      patch: 0.15,
      tone: linear(glare),
      glowX: peak * width,
      glow: linear(mix(glare, [255, 190, 130], 0.4)),
    });
  }
  for (let row = 0; row < rows; row += 1) {
    const depth = row / (rows - 1);
    const random = stage.random(`skyline/${row}`);
    const context = stage.canvas();
    const walls = mix(
      palette.ridges[Math.min(5, 1 + Math.round(depth * 4))] ?? palette.ink,
      palette.wall,
      (1 - palette.darkness) * 0.3 * (1 - 0.4 * depth),
    );
    const panes: Pane[] = [];
    const tall = unit * [0.52, 0.4, 0.3, 0.21, 0.12][Math.min(4, row + (5 - rows))]!;
    let x = -unit * random.range(0.01, 0.06);
    while (x < width) {
      const w = unit * random.range(0.035, 0.075) * (0.85 + 0.7 * depth);
      const u = (x + w / 2) / width;
      const dome = 0.32 + 0.68 * Math.exp(-(((u - peak) / 0.26) ** 2));
      const h = tall * (depth > 0.7 ? 0.6 + 0.4 * dome : dome) * random.range(0.55, 1.06);
      if (row > 0 || random.chance(0.8))
        panes.push(
          ...paintTower(
            context,
            stage,
            random,
            x,
            foot - h,
            w,
            foot + 2,
            adjust(walls, { lightness: random.range(0.94, 1.06) }),
            depth,
          ),
        );
      x += w + unit * (random.chance(0.3) ? random.range(0, 0.012) : 0);
    }
    const air = (1 - depth) * (scene.weather === 'fog' ? 0.85 : 0.5);
    stage.compose({
      haze: air,
      hazeTone: mixLight(linear(palette.haze), linear(palette.sky[4]?.colour ?? palette.haze), 0.4),
      foot: { at: foot, haze: 0.34 },
      grain: { strength: 0.04, x: unit * 0.05, y: unit * 0.05, seed: row },
    });
    if (panes.length > 0) {
      const lights = stage.canvas();
      for (const pane of panes) {
        lights.fillStyle = pane.colour;
        lights.fillRect(pane.x, pane.y, pane.w, pane.h);
      }
      stage.compose({
        gain: 1.25 + 0.5 * palette.darkness,
        opacity: (0.35 + 0.6 * depth) * (scene.weather === 'fog' ? 0.6 : 1),
      });
    }
  }
  painter.fog({
    centre: foot,
    above: unit * 0.05,
    below: unit * 0.012,
    unit,
    seed: stage.seed('city mist'),
    time: stage.seconds,
    strength: 0.3,
    patch: 0.3,
    tone: linear(palette.haze),
    glowX: stage.sun.x,
    glow: linear(palette.glow),
  });
}

/** A row of houses with a church, on a row of the image. */
export function paintVillage(stage: Stage, foot: number, down: boolean): void {
  const { unit, width } = stage;
  const random = stage.random('village');
  const centre = stage.sun.x > width / 2 ? 0.42 : 0.58;
  for (let row = 0; row < 3; row += 1) {
    const size = unit * (0.095 + 0.038 * row);
    const places = Array.from({ length: 7 - row }, (_, k) => ({
      x: width * (centre + ((k + 0.5) / (7 - row) - 0.5) * (0.86 + 0.16 * row) + random.range(-0.025, 0.025)),
      y: foot + row * (down ? unit * 0.062 : unit * 0.034) + random.range(-0.006, 0.006) * unit,
      height: size * random.range(0.85, 1.15),
      flip: random.chance(0.5),
      colour: undefined,
      depth: 0.6 - 0.18 * row,
      stream: `village/${row}/${k}`,
    }));
    const house = SILHOUETTES.house;
    const church = SILHOUETTES.church;
    if (row === 0 && church)
      paintThings(
        stage,
        church,
        [
          {
            x: width * centre,
            y: foot,
            height: size * 2.3,
            flip: false,
            colour: undefined,
            depth: 0.75,
            stream: 'village/church',
          },
        ],
        false,
        false,
        true,
      );
    const tree = SILHOUETTES.tree;
    if (tree)
      paintThings(
        stage,
        tree,
        places.map((place, k) => ({
          ...place,
          x: place.x + size * (k % 2 ? 0.95 : -0.9),
          y: place.y - unit * 0.004,
          height: size * random.range(0.7, 1.15),
          stream: `${place.stream}/tree`,
        })),
        false,
        false,
        true,
      );
    if (house) paintThings(stage, house, places, false, row > 0, true);
  }
}

/** A paved road from the viewer's feet to the horizon. */
export function paintRoad(stage: Stage, horizon: number): void {
  const { width, height, unit, palette } = stage;
  const context = stage.canvas();
  const random = stage.random('road');
  const end = width * (stage.scene.framing === 'symmetric' ? 0.5 : (stage.sun.x / width) * 0.5 + 0.25);
  const bend = random.range(-0.16, 0.16) * width;
  const at = (t: number, side: number): [number, number] => {
    const near = t * t;
    const y = horizon + (height * 1.02 - horizon) * near;
    return [
      end +
        (width * 0.5 - end) * near +
        bend * Math.sin(t * Math.PI) * (1 - t * 0.4) +
        side * (unit * 0.004 + unit * 0.34 * near),
      y,
    ];
  };
  const strip = (from: number, to: number, colour: string, t0 = 0, t1 = 1): void => {
    context.beginPath();
    for (let k = 0; k <= 40; k += 1) context.lineTo(...at(t0 + ((t1 - t0) * k) / 40, from));
    for (let k = 40; k >= 0; k -= 1) context.lineTo(...at(t0 + ((t1 - t0) * k) / 40, to));
    context.fillStyle = colour;
    context.fill();
  };
  const stone = mix(palette.rock.shade, palette.ink, 0.45);
  strip(-1.14, 1.14, css(mix(palette.path, palette.ground.near, 0.35)));
  strip(-1, 1, css(stone));
  strip(-0.94, -0.91, css(palette.highlight, 0.7));
  strip(0.91, 0.94, css(palette.highlight, 0.7));
  for (let k = 0; k < 17; k += 1) {
    const t = ((k + ((stage.seconds * 1.4) % 1)) / 17) ** 0.8;
    strip(-0.022, 0.022, css(mix(palette.lamp, palette.highlight, 0.4), 0.9), t, Math.min(1, t + 0.026));
  }
  stage.compose({
    grain: { strength: 0.1, x: unit * 0.004, y: unit * 0.0024, seed: 3 },
    foot: { at: horizon, haze: 0.4 },
    hazeTone: linear(palette.haze),
  });
}

interface Facade {
  readonly near: number;
  readonly far: number;
  readonly tall: number;
  readonly colour: Rgb;
  readonly side: -1 | 1;
}

function facade(context: Context, stage: Stage, random: Random, house: Facade): Pane[][] {
  const { width, height, palette } = stage;
  const [vx, vy] = [width * 0.5, stage.horizon];
  const edge = house.side < 0 ? -0.08 * width : 1.08 * width;
  const at = (z: number, up: number): [number, number] => [vx + (edge - vx) / z, vy + (height * 1.1 - vy - up) / z];
  const quad = (z0: number, z1: number, low: number, high: number, colour: string): void => {
    context.beginPath();
    context.moveTo(...at(z0, low));
    context.lineTo(...at(z1, low));
    context.lineTo(...at(z1, high));
    context.lineTo(...at(z0, high));
    context.fillStyle = colour;
    context.fill();
  };
  const { near, far, tall, colour } = house;
  quad(near, far, 0, tall, css(colour));
  quad(near, far, tall, tall * 1.02, css(adjust(colour, { lightness: 0.75 })));
  const lit: Pane[][] = [];
  const floors = Math.max(4, Math.round(tall / (height * 0.15)));
  const bays = Math.max(2, Math.round((far - near) * 5.4));
  for (let f = 0; f < floors; f += 1) {
    for (let b = 0; b < bays; b += 1) {
      const z0 = near + ((far - near) * (b + 0.22)) / bays;
      const z1 = near + ((far - near) * (b + 0.74)) / bays;
      const low = (tall * (f + 0.26)) / floors;
      const high = (tall * (f + 0.78)) / floors;
      const on = random.chance(palette.darkness > 0.3 ? (f === 0 ? 0.85 : 0.42) : 0.06);
      const corners = [at(z0, low), at(z1, low), at(z1, high), at(z0, high)];
      if (on) lit.push(corners.map(([x, y]) => ({ x, y, w: 0, h: 0, colour: f === 0 ? '#ffcf80' : '#ffdf9c' })));
      quad(z0, z1, low, high, css(adjust(mix(colour, palette.sky[2]?.colour ?? colour, 0.35), { lightness: 0.62 })));
    }
  }
  return lit;
}

/** The houses on both sides, farthest first. */
function streetHouses(stage: Stage): readonly Facade[] {
  const { height, palette } = stage;
  const random = stage.random('street');
  const houses: Facade[] = [];
  for (const side of [-1, 1] as const) {
    const row: Facade[] = [];
    for (let z = 1; z < 13;) {
      const next = z + random.range(0.55, 1.1) * (0.6 + z * 0.3);
      const depth = Math.min(1, (z - 1) / 9);
      const colour = mix(
        adjust(palette.wall, { lightness: random.range(0.6, 1) }),
        palette.ridges[4] ?? palette.ink,
        0.3 + 0.28 * palette.darkness,
      );
      const lean = side === (stage.sun.from[0] > 0 ? 1 : -1) ? 0.74 : 1.05;
      row.push({
        near: z,
        far: next,
        tall: height * random.range(0.95, 1.7),
        colour: mix(adjust(colour, { lightness: lean }), palette.haze, depth * 0.75),
        side,
      });
      z = next;
    }
    houses.push(...row.reverse());
  }
  return houses;
}

function paintHouses(stage: Stage, houses: readonly Facade[]): void {
  const { unit } = stage;
  const random = stage.random('street windows');
  const context = stage.canvas();
  const lit = houses.flatMap((house) => facade(context, stage, random, house));
  stage.compose({ grain: { strength: 0.07, x: unit * 0.01, y: unit * 0.01, seed: 8 } });
  const lights = stage.canvas();
  for (const corners of lit) {
    lights.beginPath();
    for (const corner of corners) lights.lineTo(corner.x, corner.y);
    lights.fillStyle = corners[0]?.colour ?? '#ffdf9c';
    lights.fill();
  }
  stage.compose({ gain: 1.4 });
}

/** A street between houses, seen along its middle; wet in rain. */
export function paintStreet(stage: Stage): void {
  const { width, height, unit, palette, horizon, scene } = stage;
  const context = stage.canvas();
  context.fillStyle = css(mix(palette.rock.shade, palette.ink, 0.35));
  context.fillRect(0, horizon, width, height - horizon);
  const pave = context.createLinearGradient(0, horizon, 0, height);
  pave.addColorStop(0, css(palette.haze, 0.65));
  pave.addColorStop(0.3, css(palette.haze, 0.22));
  pave.addColorStop(1, css(palette.haze, 0.06));
  context.fillStyle = pave;
  context.fillRect(0, horizon, width, height - horizon);
  stage.compose({ grain: { strength: 0.12, x: unit * 0.012, y: unit * 0.006, seed: 8 } });
  const houses = streetHouses(stage);
  paintHouses(stage, houses);
  if (scene.weather === 'rain' || scene.weather === 'storm') {
    // The sheen mirrors the houses and covers their feet, so they are painted again on top of it.
    wetRoad(stage);
    paintHouses(stage, houses);
  }
  const lamp = SILHOUETTES.lamp;
  if (!lamp) return;
  for (const z of [6, 3.6, 2.3, 1.55]) {
    const y = horizon + (height * 1.06 - horizon) / z;
    const places = [-1, 1].map((side) => ({
      x: width * (0.5 + (side * 0.4) / z),
      y,
      height: (unit * 0.62) / z,
      flip: side > 0,
      colour: undefined,
      depth: Math.min(0.9, z / 8),
      stream: `street/${z}/${side}`,
    }));
    paintThings(stage, lamp, places, false, false, true);
  }
}

/** Reflections on wet pavement: the kernel's mirror, faint and broken. */
function wetRoad(stage: Stage): void {
  const { unit, palette, horizon } = stage;
  const stone = linear(mix(palette.rock.shade, palette.ink, 0.6));
  const top = Math.round(horizon + stage.height * 0.045);
  stage.painter.water({
    top,
    horizon: top,
    unit,
    centre: stage.width / 2,
    seed: stage.seed('wet'),
    time: 0,
    ripple: 0.075,
    roughness: 0.45,
    far: stone,
    near: mixLight(stone, linear(palette.ink), 0.5),
    glint: linear(palette.glow),
    mirror: 0.42,
    sunX: stage.sun.x,
    glitter: 0,
    foam: 0,
    reach: 0.5,
  });
}
