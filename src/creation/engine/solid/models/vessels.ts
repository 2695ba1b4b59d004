import { ball, box, drum, lathe, limb, ring, type Model, type Part } from '../model.js';
import { matte, satin, shade, type Look } from './look.js';
import { rounded, spline } from '../profile.js';

/** A square-shouldered flask with a label and a stopper. */
export function bottle(look: Look): Model {
  const glass = look.glass('#d98a1f');
  const label = matte('#f4f0ea', { pattern: 'label', b: look.dark, p: [0.56, 0.36] });
  return {
    groups: [
      [
        box([0.56, 0.86, 0.36], [0, 0.86, 0], glass, 0.2),
        drum(0.2, 0.24, [0, 1.86, 0], glass, 0.03, { blend: 0.14 }),
      ],
      [box([0.566, 0.4, 0.367], [0, 0.82, 0], label, 0.205), box([2, 0.36, 2], [0, 0.82, 0], label, 0.01, { op: 'keep' })],
      [drum(0.25, 0.27, [0, 2.24, 0], satin(look.dark, { roughness: 0.35 }), 0.05)],
    ],
    reach: 0.62, height: 2.5,
  };
}
