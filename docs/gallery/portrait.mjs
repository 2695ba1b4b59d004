// A drawn person: head, shoulders and a mouth that opens, shaded so that a face detector recognises it. For the contact
// sheet and the benchmark of calls that work on faces.
import { createCanvas } from '@napi-rs/canvas';

/** Colours of two people. */
export const DRAWN_PEOPLE = {
  ada: {
    skin: [226, 172, 140],
    hair: [58, 34, 24],
    iris: [84, 62, 40],
    lips: [176, 84, 82],
    cloth: [42, 88, 110],
    long: true,
    jaw: 0.94,
    behind: [
      [206, 214, 220],
      [150, 164, 178],
    ],
  },
  ben: {
    skin: [148, 98, 70],
    hair: [22, 18, 18],
    iris: [44, 30, 22],
    lips: [126, 66, 60],
    cloth: [196, 146, 66],
    long: false,
    jaw: 1.07,
    behind: [
      [222, 212, 196],
      [176, 160, 138],
    ],
  },
};

const css = ([red, green, blue], alpha = 1) =>
  `rgba(${Math.round(red)},${Math.round(green)},${Math.round(blue)},${alpha})`;
const darker = (colour, by) => colour.map((part) => part * (1 - by));
const lighter = (colour, by) => colour.map((part) => part + (255 - part) * by);
const STILL = { x: 0, y: 0, roll: 0, open: 0, blink: 0 };

function glow(context, x, y, across, down, colour, alpha) {
  context.save();
  context.translate(x, y);
  context.scale(across, down);
  const light = context.createRadialGradient(0, 0, 0, 0, 0, 1);
  for (const [at, share] of [
    [0, 1],
    [0.35, 0.72],
    [0.7, 0.2],
    [1, 0],
  ])
    light.addColorStop(at, css(colour, alpha * share));
  context.fillStyle = light;
  context.fillRect(-1, -1, 2, 2);
  context.restore();
}

function shape(context, points, fill) {
  context.beginPath();
  for (const [index, point] of points.entries()) {
    if (index === 0) context.moveTo(...point);
    else if (point.length === 2) context.lineTo(...point);
    else context.bezierCurveTo(...point);
  }
  context.closePath();
  context.fillStyle = fill;
  context.fill();
}

/** The outline of the face around its centre: 1 is half of its height. */
function faceOutline(context, jaw, drop) {
  context.beginPath();
  context.moveTo(0, -1);
  context.bezierCurveTo(0.52, -1, 0.78, -0.62, 0.76, -0.1);
  context.bezierCurveTo(0.75, 0.3, 0.66 * jaw, 0.62 + drop, 0.36 * jaw, 0.9 + drop);
  context.bezierCurveTo(0.2, 1.02 + drop, -0.2, 1.02 + drop, -0.36 * jaw, 0.9 + drop);
  context.bezierCurveTo(-0.66 * jaw, 0.62 + drop, -0.75, 0.3, -0.76, -0.1);
  context.bezierCurveTo(-0.78, -0.62, -0.52, -1, 0, -1);
  context.closePath();
}

function eye(context, side, { skin, iris, hair }, blink) {
  context.save();
  context.translate(0.31 * side, -0.12);
  glow(context, 0, -0.03, 0.26, 0.17, darker(skin, 0.42), 0.6);
  const open = 0.085 * (1 - blink);
  context.beginPath();
  context.moveTo(-0.16, 0.01);
  context.bezierCurveTo(-0.08, -open - 0.03, 0.08, -open - 0.03, 0.16, 0.01);
  context.bezierCurveTo(0.08, open * 0.85 + 0.01, -0.08, open * 0.85 + 0.01, -0.16, 0.01);
  context.closePath();
  context.fillStyle = css([238, 232, 228]);
  context.fill();
  context.save();
  context.clip();
  const ring = context.createRadialGradient(0, -0.01, 0.01, 0, -0.01, 0.078);
  ring.addColorStop(0, css(iris));
  ring.addColorStop(0.8, css(lighter(iris, 0.18)));
  ring.addColorStop(1, css(darker(iris, 0.6)));
  context.fillStyle = ring;
  context.beginPath();
  context.arc(0, -0.01, 0.078, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = '#0b0908';
  context.beginPath();
  context.arc(0, -0.01, 0.036, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = 'rgba(255,255,255,0.9)';
  context.beginPath();
  context.arc(0.026, -0.036, 0.014, 0, 2 * Math.PI);
  context.fill();
  glow(context, 0, -0.09, 0.2, 0.07, [20, 12, 10], 0.5);
  context.restore();
  Object.assign(context, { lineWidth: 0.024, lineCap: 'round', strokeStyle: css(darker(hair, 0.35)) });
  context.beginPath();
  context.moveTo(-0.17, 0.015);
  context.bezierCurveTo(-0.08, -open - 0.035, 0.08, -open - 0.035, 0.17, 0.005);
  context.stroke();
  Object.assign(context, { lineWidth: 0.01, strokeStyle: css(darker(skin, 0.5), 0.7) });
  context.beginPath();
  context.moveTo(-0.17, -0.05);
  context.bezierCurveTo(-0.08, -0.15, 0.09, -0.15, 0.18, -0.045);
  context.stroke();
  shape(
    context,
    [
      [-0.2 * side, -0.2],
      [-0.1 * side, -0.29, 0.08 * side, -0.31, 0.23 * side, -0.2],
      [0.08 * side, -0.25, -0.08 * side, -0.24, -0.2 * side, -0.155],
    ],
    css(darker(hair, 0.1), 0.88),
  );
  context.restore();
}

function nose(context, { skin }) {
  glow(context, 0.09, 0.08, 0.12, 0.32, darker(skin, 0.45), 0.38);
  glow(context, -0.03, 0.12, 0.06, 0.3, lighter(skin, 0.6), 0.5);
  glow(context, -0.02, 0.27, 0.1, 0.08, lighter(skin, 0.6), 0.6);
  glow(context, 0, 0.37, 0.22, 0.06, darker(skin, 0.6), 0.62);
  for (const side of [-1, 1]) {
    glow(context, 0.125 * side, 0.29, 0.06, 0.08, darker(skin, 0.4), 0.4);
    glow(context, 0.065 * side, 0.345, 0.045, 0.028, [30, 14, 10], 0.95);
  }
}

function mouth(context, { lips, skin }, open) {
  const gap = 0.13 * open;
  context.save();
  context.translate(0, 0.56);
  glow(context, 0, 0.15 + gap, 0.24, 0.07, darker(skin, 0.5), 0.5);
  const corner = 0.25 - 0.03 * open;
  shape(
    context,
    [
      [-corner, 0.01],
      [-0.14, -0.06, -0.06, -0.085, 0, -0.06],
      [0.06, -0.085, 0.14, -0.06, corner, 0.01],
      [0.12, -0.005, -0.12, -0.005, -corner, 0.01],
    ],
    css(darker(lips, 0.14)),
  );
  if (gap > 0.004) {
    shape(
      context,
      [
        [-corner, 0.01],
        [-0.12, -0.012, 0.12, -0.012, corner, 0.01],
        [0.14, gap + 0.03, -0.14, gap + 0.03, -corner, 0.01],
      ],
      '#2a0e10',
    );
    shape(
      context,
      [
        [-0.15, 0.004],
        [-0.1, -0.008, 0.1, -0.008, 0.15, 0.004],
        [0.12, 0.008 + gap * 0.32, -0.12, 0.008 + gap * 0.32, -0.15, 0.004],
      ],
      '#efe6de',
    );
  }
  shape(
    context,
    [
      [-corner, 0.01],
      [-0.14, 0.012 + gap * 1.05, 0.14, 0.012 + gap * 1.05, corner, 0.01],
      [0.15, 0.1 + gap * 1.2, -0.15, 0.1 + gap * 1.2, -corner, 0.01],
    ],
    css(lips),
  );
  glow(context, -0.02, 0.055 + gap, 0.13, 0.03, lighter(lips, 0.6), 0.6);
  Object.assign(context, { lineWidth: 0.012, strokeStyle: css(darker(lips, 0.62), open > 0.05 ? 0.3 : 0.9) });
  context.beginPath();
  context.moveTo(-corner, 0.01);
  context.bezierCurveTo(-0.12, 0.002, 0.12, 0.002, corner, 0.01);
  context.stroke();
  context.restore();
}

function headOn(context, person, { open, blink }) {
  const { skin, hair, jaw } = person;
  const drop = 0.07 * open;
  for (const side of [-1, 1]) {
    context.fillStyle = css(darker(skin, 0.18));
    context.beginPath();
    context.ellipse(0.77 * side, 0.08, 0.1, 0.2, 0.12 * side, 0, 2 * Math.PI);
    context.fill();
  }
  faceOutline(context, jaw, drop);
  const light = context.createLinearGradient(-0.8, 0, 0.8, 0.2);
  for (const [at, colour] of [
    [0, darker(skin, 0.1)],
    [0.3, lighter(skin, 0.12)],
    [0.62, skin],
    [1, darker(skin, 0.34)],
  ])
    light.addColorStop(at, css(colour));
  context.fillStyle = light;
  context.fill();
  context.save();
  faceOutline(context, jaw, drop);
  context.clip();
  glow(context, -0.08, -0.55, 0.5, 0.34, lighter(skin, 0.5), 0.34);
  for (const side of [-1, 1]) glow(context, 0.42 * side, 0.26, 0.26, 0.2, [214, 96, 84], 0.2);
  glow(context, 0, 0.98 + drop, 0.5, 0.16, darker(skin, 0.5), 0.42);
  glow(context, 0, 0.82 + drop, 0.16, 0.1, lighter(skin, 0.5), 0.3);
  for (const side of [-1, 1]) eye(context, side, person, blink);
  nose(context, person);
  mouth(context, person, open);
  context.restore();
  shape(
    context,
    [
      [-0.78, 0.02],
      [-0.86, -0.7, -0.6, -1.2, 0, -1.2],
      [0.6, -1.2, 0.86, -0.7, 0.78, 0.02],
      [0.74, -0.5, 0.6, -0.74, 0.3, -0.8],
      [0.05, -0.78, -0.3, -0.72, -0.5, -0.62],
      [-0.66, -0.5, -0.74, -0.34, -0.74, 0.02],
    ],
    css(hair),
  );
  glow(context, -0.2, -1.0, 0.5, 0.16, lighter(hair, 0.5), 0.4);
}

/** The body down to the waist, in a shirt with short sleeves, and two arms beside it. */
function arms(context, { skin, cloth }) {
  for (const side of [-1, 1]) {
    shape(
      context,
      [
        [1.5 * side, 2.4],
        [1.75 * side, 3.6, 1.95 * side, 5, 2.0 * side, 6.4],
        [2.5 * side, 6.4],
        [2.5 * side, 5, 2.35 * side, 3.4, 1.9 * side, 2.2],
      ],
      css(darker(skin, 0.1)),
    );
    shape(
      context,
      [
        [1.2 * side, 1.8],
        [1.5 * side, 3.1],
        [1.62 * side, 3.7],
        [2.42 * side, 3.5],
        [2.3 * side, 2.8, 2.1 * side, 2.2, 1.7 * side, 1.9],
      ],
      css(darker(cloth, 0.08)),
    );
  }
  shape(
    context,
    [
      [-1.78, 2.1],
      [-1.62, 3.4, -1.5, 4.8, -1.5, 6.4],
      [1.5, 6.4],
      [1.5, 4.8, 1.62, 3.4, 1.78, 2.1],
    ],
    css(cloth),
  );
  for (const side of [-1, 1]) glow(context, 1.45 * side, 4.2, 0.35, 2.4, darker(cloth, 0.5), 0.4);
  glow(context, -0.5, 3, 0.8, 1.4, lighter(cloth, 0.4), 0.3);
}

/**
 * A person from the shoulders up.
 * @param person one of DRAWN_PEOPLE
 * @param at what the head does: `x` and `y` in shares of the side, `roll` in radians, `open` and `blink` 0 to 1
 * @param isHalf whether they are seen down to the waist
 * @returns pixels, RGBA, a square of `side`
 */
export function portrait(person, side, at = {}, isHalf = false) {
  const { x, y, roll, ...face } = { ...STILL, ...at };
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  const wall = context.createLinearGradient(0, 0, side, side);
  wall.addColorStop(0, css(person.behind[0]));
  wall.addColorStop(1, css(person.behind[1]));
  context.fillStyle = wall;
  context.fillRect(0, 0, side, side);
  const unit = side * (isHalf ? 0.128 : 0.25);
  context.translate(side * (0.5 + x * 0.4), side * ((isHalf ? 0.25 : 0.42) + y * 0.3));
  context.scale(unit, unit);
  // From the back to the front: hair that falls behind the neck, shoulders, neck; the head stands before them.
  if (person.long)
    shape(
      context,
      [
        [-0.84, -0.4],
        [-1.06, 0.4, -1.02, 1.2, -0.86, 1.72],
        [-0.3, 1.84, 0.3, 1.84, 0.86, 1.72],
        [1.02, 1.2, 1.06, 0.4, 0.84, -0.4],
        [0.5, -1.3, -0.5, -1.3, -0.84, -0.4],
      ],
      css(darker(person.hair, 0.25)),
    );
  if (isHalf) arms(context, person);
  shape(
    context,
    [
      [-1.9, 2.6],
      [-1.85, 1.75, -1.2, 1.58, -0.5, 1.38],
      [-0.2, 1.5, 0.2, 1.5, 0.5, 1.38],
      [1.2, 1.58, 1.85, 1.75, 1.9, 2.6],
    ],
    css(person.cloth),
  );
  glow(context, -0.9, 1.9, 0.7, 0.5, lighter(person.cloth, 0.4), 0.4);
  shape(
    context,
    [
      [-0.4, 0.6],
      [-0.38, 1.1, -0.42, 1.3, -0.56, 1.42],
      [-0.2, 1.66, 0.2, 1.66, 0.56, 1.42],
      [0.42, 1.3, 0.38, 1.1, 0.4, 0.6],
    ],
    css(darker(person.skin, 0.2)),
  );
  context.translate((side * x * 0.6) / unit, (side * y * 0.7) / unit);
  context.rotate(roll);
  glow(context, 0.05, 1.1, 0.42, 0.2, darker(person.skin, 0.6), 0.5);
  headOn(context, person, face);
  return { width: side, height: side, data: context.getImageData(0, 0, side, side).data };
}
