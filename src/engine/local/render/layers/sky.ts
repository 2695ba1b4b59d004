/** The open sky of a scene: gradient, sun or moon, clouds, stars. */
import { linear, type Light } from './painter.js';
import { mixLight, scaleLight, type Stage } from './stage.js';

const COVER = {
  clear: 0.36,
  cloudy: 0.7,
  overcast: 0.98,
  fog: 0.25,
  rain: 0.92,
  storm: 1,
  snow: 0.85,
  wind: 0.45,
} as const;

/** The palette's sky at even steps from the horizon up, in the kernel's format. */
function skyStops(stage: Stage): readonly Light[] {
  const { sky } = stage.palette;
  return [0, 0.25, 0.5, 0.75, 1].map((up) => {
    const at = 1 - up;
    const next = sky.findIndex((stop) => stop.at >= at);
    const low = sky[Math.max(0, next - 1)];
    const high = sky[Math.max(0, next)];
    if (low === undefined || high === undefined) {
      return linear(stage.palette.haze);
    }
    const share = high.at > low.at ? (at - low.at) / (high.at - low.at) : 0;
    return mixLight(linear(low.colour), linear(high.colour), share);
  });
}

/** Paints the whole frame with sky. */
export function paintSky(stage: Stage): void {
  const { scene, palette, painter, sun, unit, horizon } = stage;
  const random = stage.random('clouds');
  const dark = palette.darkness;
  const cumulus =
    scene.time === 'noon' || scene.time === 'morning' || scene.time === 'afternoon' || stage.wants('cloud');
  const cover = stage.scene.without.includes('cloud')
    ? 0
    : Math.min(
        1,
        COVER[scene.weather] +
          (cumulus && scene.weather === 'clear' ? 0.12 : 0) +
          (stage.wants('cloud') || stage.scene.places.includes('sky') ? 0.2 : 0) +
          random.range(-0.06, 0.08),
      ) *
      (scene.framing === 'minimal' ? 0.6 : 1) *
      (stage.wants('moon') ? 0.66 : 1);
  const veiled =
    scene.weather === 'overcast' ||
    scene.weather === 'rain' ||
    scene.weather === 'storm' ||
    scene.weather === 'snow' ||
    scene.weather === 'fog';
  const sunLight = linear(palette.sun, sun.moon ? 1.25 : 2.4);
  painter.sky({
    horizon: Math.max(horizon, 2),
    unit,
    seed: stage.seed('sky'),
    time: stage.seconds,
    stops: skyStops(stage),
    sun: {
      x: sun.x,
      y: sun.y,
      radius: sun.radius,
      disc:
        sun.visible && !(scene.without as readonly string[]).includes(sun.moon ? 'moon' : 'sun')
          ? sun.moon
            ? 'moon'
            : 'sun'
          : 'none',
      phase: random.chance(0.7) || stage.wants('moon') ? random.range(-0.12, 0.12) : random.range(-0.7, 0.7),
      colour: sunLight,
    },
    glow: linear(palette.glow),
    glowStrength:
      (veiled ? 0.3 : 1) *
      { dawn: 0.62, morning: 0.42, noon: 0.3, afternoon: 0.46, sunset: 0.68, dusk: 0.3, night: 0.42 }[scene.time],
    cloud: {
      cover,
      softness: veiled ? 0.55 : cumulus ? 0.24 : 0.42,
      scale: cumulus ? 1.05 : 0.72,
      stretch: cumulus ? 1.9 : 3.1,
      wind: random.range(0, 40),
      lit: scaleLight(linear(palette.cloud.light), cumulus && !veiled ? 1.06 : 0.95),
      shade: linear(palette.cloud.shade),
      octaves: 6,
      height: 1,
    },
    stars: veiled ? 0 : Math.max(dark > 0.6 ? dark * 1.1 : dark > 0.3 ? 0.25 : 0, stage.wants('stars') ? 1.5 : 0),
  });
}
