/** Interiors of woods, and trees that frame a view. */
import { adjust, css, mix } from '../../../scene/colour.js';
import { linear } from '../painter.js';
import { paintThings, type Spot } from '../placing.js';
import { SILHOUETTES } from '../silhouettes/catalogue.js';
import { mixLight, scaleLight, type Stage } from '../stage.js';

/** Rows of trunks, each nearer row darker and sharper, with undergrowth between and light shining through. */
export function paintForest(stage: Stage, jungle: boolean): void {
  const { width, height, unit, palette, scene, painter, sun } = stage;
  const air = mix(palette.haze, mix(palette.foliage.light, palette.sky[4]?.colour ?? palette.haze, 0.5), 0.42);
  const far = linear(air);
  const rows = 6;
  painter.fog({
    centre: height * 0.4,
    above: height * 2,
    below: height * 2,
    unit,
    seed: stage.seed('wood air'),
    time: 0,
    strength: 0.86,
    patch: 0.14,
    tone: far,
    glowX: sun.x,
    glow: mixLight(far, linear(palette.glow), 0.6),
  });
  for (let row = 0; row < rows; row += 1) {
    const t = row / (rows - 1);
    const random = stage.random(`wood/${row}`);
    const context = stage.canvas();
    const ground = height * (0.69 + 0.2 * t ** 1.6);
    const bark = mix(mix(palette.trunk, palette.foliage.dark, 0.3), palette.ridges[5] ?? palette.ink, 0.2 + 0.6 * t);
    const leaf = mix(palette.foliage.middle, palette.ridges[5] ?? palette.ink, 0.12 + 0.62 * t);
    const count = Math.round([15, 13, 10, 8, 5, 3][row]! * Math.max(0.7, width / unit));
    for (let k = 0; k < count; k += 1) {
      const w = unit * (0.01 + 0.055 * t ** 1.5) * random.range(0.6, 1.35);
      let x = width * ((k + random.range(0.1, 0.9)) / count);
      if (row >= rows - 2 && Math.abs(x / width - 0.5) < 0.17) x += (x > width / 2 ? 1 : -1) * width * 0.2;
      const lean = random.range(-0.03, 0.03) * unit;
      const shade = context.createLinearGradient(x - w, 0, x + w, 0);
      const side = sun.x > x;
      shade.addColorStop(side ? 1 : 0, css(mix(bark, palette.glow, 0.42 - 0.12 * t)));
      shade.addColorStop(0.5, css(bark));
      shade.addColorStop(side ? 0 : 1, css(adjust(bark, { lightness: 0.7 })));
      context.fillStyle = shade;
      context.beginPath();
      context.moveTo(x - w * 0.72 + lean, -4);
      context.bezierCurveTo(
        x - w * 0.75 + lean * 0.6,
        height * 0.3,
        x - w * 0.9,
        ground - unit * 0.14,
        x - w * 1.7,
        ground + unit * 0.02,
      );
      context.lineTo(x + w * 1.7, ground + unit * 0.02);
      context.bezierCurveTo(
        x + w * 0.9,
        ground - unit * 0.14,
        x + w * 0.75 + lean * 0.6,
        height * 0.3,
        x + w * 0.72 + lean,
        -4,
      );
      context.fill();
      for (let b = 0; b < 3 && row > 1; b += 1) {
        const by = height * random.range(0.02, 0.36);
        const way = random.chance(0.5) ? 1 : -1;
        context.strokeStyle = css(bark);
        context.lineWidth = Math.max(0.6, w * random.range(0.06, 0.16));
        context.lineCap = 'round';
        context.beginPath();
        context.moveTo(x, by + w);
        context.quadraticCurveTo(
          x + way * w * 1.6,
          by,
          x + way * w * random.range(2.4, 4),
          by - w * random.range(0.6, 1.6),
        );
        context.stroke();
      }
    }
    canopy(stage, context, row, leaf, jungle);
    undergrowth(stage, context, row, ground, leaf);
    stage.compose({
      haze: (1 - t) * (scene.weather === 'fog' ? 0.9 : 0.78),
      hazeTone: mixLight(far, linear(palette.glow), 0.2),
      grain: { strength: 0.2, x: unit * 0.006, y: unit * 0.12, seed: row },
      foot: { at: ground, haze: 0.35 * (1 - t) },
      rim: { strength: 0.3 * t, tone: linear(palette.glow), x: (sun.x > width / 2 ? 1 : -1) * unit * 0.004, y: 0 },
    });
  }
  painter.rays({
    x: sun.x,
    y: -height * 0.12,
    unit,
    strength: 0.4 * (1 - 0.4 * palette.darkness),
    tone: scaleLight(linear(palette.glow), 0.9),
    reach: 1.5,
    seed: stage.seed('shafts'),
    time: stage.seconds,
  });
}

function canopy(
  stage: Stage,
  context: ReturnType<Stage['canvas']>,
  row: number,
  leaf: readonly [number, number, number],
  jungle: boolean,
): void {
  if (stage.scene.season === 'winter' && !jungle) return;
  const { width, height, unit } = stage;
  const random = stage.random(`canopy/${row}`);
  const sway = Math.sin(stage.seconds + row) * unit * 0.002;
  const tones = [0.72, 0.84, 0.95, 1.06, 1.2].map((lightness) => css(adjust(leaf, { lightness }), 0.92));
  const count = Math.round((jungle ? 900 : 520) * (0.6 + row * 0.1));
  for (let k = 0; k < count; k += 1) {
    const x = random.range(-0.05, 1.05) * width + sway;
    const edge = Math.abs(x / width - 0.5) * 2;
    const y = height * (random.next() ** 2 * (0.07 + 0.02 * row + 0.16 * edge * edge) - 0.02) * (jungle ? 1.5 : 1);
    const r = unit * random.range(0.004, 0.0095) * (0.6 + row * 0.16);
    context.fillStyle = tones[k % tones.length] ?? css(leaf);
    context.beginPath();
    context.ellipse(x, y, r * (jungle ? 2.4 : 1.4), r * 0.72, random.range(0, 3.1), 0, Math.PI * 2);
    context.fill();
  }
}

/** Hanging vines and broad leaves in front of a jungle. */
export function paintVines(stage: Stage): void {
  const { width, height, unit, palette } = stage;
  const random = stage.random('vines');
  const context = stage.canvas();
  const dark = mix(palette.foliage.dark, palette.ridges[5] ?? palette.ink, 0.45);
  context.lineCap = 'round';
  for (let k = 0; k < 26; k += 1) {
    const x = random.next() * width;
    const drop = height * random.range(0.12, 0.55);
    const sway = Math.sin(stage.seconds * 0.9 + k) * unit * 0.008 + random.range(-0.05, 0.05) * unit;
    context.strokeStyle = css(adjust(dark, { lightness: random.range(0.9, 1.5) }));
    context.lineWidth = unit * random.range(0.0016, 0.004);
    context.beginPath();
    context.moveTo(x, -4);
    context.bezierCurveTo(x + sway, drop * 0.4, x - sway * 0.6, drop * 0.7, x + sway, drop);
    context.stroke();
    for (let q = 3; q < 12; q += 1) {
      const t = q / 12;
      context.fillStyle = css(adjust(palette.foliage.middle, { lightness: random.range(0.5, 0.95) }));
      context.beginPath();
      context.ellipse(
        x + sway * t * 0.5 + random.range(-0.008, 0.008) * unit,
        drop * t,
        unit * 0.008,
        unit * 0.0032,
        random.range(0, 3.1),
        0,
        Math.PI * 2,
      );
      context.fill();
    }
  }
  for (let k = 0; k < 15; k += 1) {
    const side = k % 2 ? 1 : -1;
    const [x, y] = [width * (0.5 + side * random.range(0.3, 0.56)), height * random.range(0.97, 1.06)];
    const reach = unit * random.range(0.16, 0.34);
    const angle = -Math.PI / 2 - side * random.range(-0.2, 0.75);
    const [ex, ey] = [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach];
    const [nx, ny] = [-Math.sin(angle) * reach * 0.2, Math.cos(angle) * reach * 0.2];
    context.fillStyle = css(
      adjust(mix(palette.foliage.middle, dark, random.range(0.2, 0.8)), { lightness: random.range(0.7, 1.1) }),
    );
    context.beginPath();
    context.moveTo(x, y);
    context.quadraticCurveTo((x + ex) / 2 + nx * 2, (y + ey) / 2 + ny * 2, ex, ey);
    context.quadraticCurveTo((x + ex) / 2 - nx * 2, (y + ey) / 2 - ny * 2, x, y);
    context.fill();
    context.strokeStyle = css(palette.foliage.light, 0.35);
    context.lineWidth = unit * 0.002;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(ex, ey);
    context.stroke();
  }
  stage.compose();
}

function undergrowth(
  stage: Stage,
  context: ReturnType<Stage['canvas']>,
  row: number,
  ground: number,
  leaf: readonly [number, number, number],
): void {
  const { width, height, unit, palette } = stage;
  const random = stage.random(`undergrowth/${row}`);
  const winter = stage.scene.season === 'winter';
  const floor = winter
    ? mix(palette.snow.shade, palette.ridges[4] ?? palette.ink, row * 0.08)
    : mix(leaf, palette.ground.near, 0.35);
  const shade = context.createLinearGradient(0, ground - unit * 0.03, 0, ground + unit * 0.2);
  shade.addColorStop(0, css(mix(floor, palette.glow, 0.14)));
  shade.addColorStop(0.35, css(floor));
  shade.addColorStop(1, css(adjust(floor, { lightness: 0.55 })));
  context.fillStyle = shade;
  context.beginPath();
  context.moveTo(-5, height + 5);
  for (let x = -5; x <= width + unit * 0.02; x += unit * 0.01) {
    const u = x / unit;
    context.lineTo(
      x,
      ground + unit * (0.012 * Math.sin(u * 7 + row * 2) + 0.006 * Math.sin(u * 23 + row) - 0.004 * random.next()),
    );
  }
  context.lineTo(width + 5, height + 5);
  context.fill();
  const ferns = winter ? 20 : 110;
  for (let k = 0; k < ferns; k += 1) {
    const x = random.next() * width;
    const base = ground + random.range(0, 0.03) * unit + unit * 0.008;
    const tall = unit * random.range(0.014, 0.045) * (0.5 + row * 0.16);
    const bend = random.range(-0.7, 0.7) * tall + Math.sin(stage.seconds * 1.3 + x) * tall * 0.06;
    context.fillStyle = css(
      adjust(mix(leaf, palette.foliage.light, random.range(0, 0.3)), { lightness: random.range(0.7, 1.12) }),
    );
    context.beginPath();
    context.moveTo(x - tall * 0.08, base);
    context.quadraticCurveTo(x, base - tall * 0.7, x + bend, base - tall);
    context.quadraticCurveTo(x + bend * 0.3 + tall * 0.1, base - tall * 0.6, x + tall * 0.1, base);
    context.fill();
  }
}

/** Dark trees at the lower corners: a frame that gives the view depth. */
export function paintFrame(stage: Stage, kind: 'pine' | 'tree' | 'palm' | 'birch', foot: number, light: boolean): void {
  const shape = SILHOUETTES[kind];
  if (!shape || stage.scene.framing === 'minimal' || stage.scene.framing === 'aerial') return;
  const { width, unit } = stage;
  const random = stage.random('frame');
  // Foreground objects keep away from the sun, and the frame keeps away from them.
  const heavy = stage.sun.x > width / 2 !== light ? 'left' : 'right';
  const places: Spot[] = [];
  for (const side of ['left', 'right'] as const) {
    // With a figure in the foreground, the frame stays at the edges.
    const n = (side === heavy ? random.int(4, 6) : random.int(2, 3)) - (light ? 2 : 0);
    for (let k = 0; k < n; k += 1) {
      const inward = (k / n) * (side === heavy ? 0.27 : 0.17) * (light ? 0.4 : 1) + random.range(-0.015, 0.02);
      const u = side === 'left' ? inward : 1 - inward;
      places.push({
        x: u * width,
        y: foot + unit * random.range(-0.004, 0.03),
        height:
          unit *
          random.range(0.2, 0.34) *
          (1.25 - inward * 2.6) *
          (side === heavy ? 1.15 : 0.75) *
          (kind === 'palm' ? 1.5 : 1),
        flip: kind === 'palm' ? side === 'right' : random.chance(0.5),
        depth: 0,
        stream: `frame/${side}/${k}`,
        colour: undefined,
        dark: 0.6,
      });
    }
  }
  places.sort((a, b) => a.y - b.y);
  paintThings(stage, shape, places, false, false, false);
}

/** Trees scattered over the middle ground. */
export function paintGrove(
  stage: Stage,
  kind: 'pine' | 'tree' | 'palm' | 'birch',
  from: number,
  to: number,
  number: number,
): void {
  const shape = SILHOUETTES[kind];
  if (!shape) return;
  const { width, unit, horizon, height } = stage;
  const random = stage.random(`grove/${kind}`);
  const places: Spot[] = Array.from({ length: number }, (_, k) => {
    const t = (k + random.next()) / number;
    const y = from + (to - from) * t * t;
    const fall = (y - horizon) / (height - horizon);
    return {
      x: width * ((0.13 + k * 0.618034) % 1),
      y,
      height: unit * ((stage.has('garden') ? 0.1 : 0.05) + 0.42 * fall) * random.range(0.8, 1.25),
      flip: random.chance(0.5),
      depth: Math.max(0, 0.8 - 1.6 * fall),
      dark: 0.12,
      stream: `grove/${kind}/${k}`,
      colour: undefined,
    };
  });
  const middle = Math.ceil(number / 2);
  paintThings(stage, shape, places.slice(0, middle), false, true, true);
  paintThings(stage, shape, places.slice(middle), false, true, true);
}
