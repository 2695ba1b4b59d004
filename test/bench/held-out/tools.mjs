// The tools that the held-out photographs go through: their settings, what is handed in beside the photograph, and
// which photographs. A share of them is enough where every photograph is tried by its inspection.

/** An ellipse that covers 4 % of the image, left of the middle and below: whatever is there is marked. */
const MARK = { x: 0.32, y: 0.62, width: 0.2, height: 0.25 };
/** A shirt laid flat, drawn: none of the packages has a photograph of one. */
const SHIRT = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="0 0 240 240">
<rect width="240" height="240" fill="#ece8e1"/>
<path fill="#2f6f73" d="M92 34l12 10 16 4 16-4 12-10 34 12 38 50-28 20-17-24v120H65V92L48 116 20 96l38-50z"/>
<path stroke="#f2c14e" stroke-width="6" d="M65 120h110M65 150h110M65 180h110"/></svg>`;

/** Photographs of packages that have people in them. */
const OF_PEOPLE = /argon|soft|face_recognition|music/;

const words = (prompt) => ({ prompt });
const scaled = (part) => (length) => Math.round(length * part);

/**
 * `every`: one photograph of so many; `only`: those of such names; `side`: longest side of the photograph, pixels;
 * `beside`: other sources, as SVG; `face`: the next photograph in which one person's face was found.
 */
export const TOOLS = [
  {
    name: 'remove background',
    params: { procedure: 'imageTools.backgroundRemover' },
    needs: { image: 'subject' },
    every: 4,
  },
  {
    name: 'change background',
    params: { procedure: 'imageTools.backgroundChanger', behind: 'prompt', style: 'natural', colour: '#e9e4dc' },
    ...words('a beach at sunset'),
    needs: { image: 'subject' },
    every: 8,
  },
  {
    name: 'product photo',
    params: {
      procedure: 'template2Image.productPromotionalImage',
      headline: 'New this week',
      sub: 'Made to be used',
      arrangement: 'centre',
      palette: 'coral',
      plinth: true,
      aspect: '4:5',
    },
    ...words(''),
    needs: { image: 'subject' },
    every: 16,
  },
  {
    name: 'remove object',
    params: { procedure: 'imageTools.objectRemover' },
    beside: {
      mask: ({ width, height }) =>
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/>
<ellipse cx="${MARK.x * width}" cy="${MARK.y * height}" rx="${(MARK.width / 2) * width}" ry="${(MARK.height / 2) * height}" fill="#fff"/></svg>`,
    },
    every: 10,
  },
  {
    name: 'expand',
    params: ({ width }) => ({
      procedure: 'imageTools.uncrop',
      left: scaled(0.25)(width),
      right: scaled(0.25)(width),
      top: 0,
      bottom: 0,
    }),
    every: 10,
  },
  {
    name: 'restyle: watercolour',
    params: { procedure: 'image2Image.create', style: 'watercolour', strength: 0.6 },
    every: 16,
  },
  {
    name: 'relight: a snowy night',
    params: { procedure: 'image2Image.create', style: 'natural', strength: 0.6 },
    ...words('a snowy night'),
    every: 16,
  },
  { name: 'upscale × 2', params: { procedure: 'imageTools.upscale', scale: 2 }, side: 320, every: 20 },
  {
    name: 'restore',
    params: { procedure: 'imageTools.restore', scratches: true, fading: 0.7, sharpness: 0.4 },
    every: 10,
  },
  {
    name: 'face swap',
    params: { procedure: 'imageTools.faceSwap', faces: 'largest' },
    needs: { image: 'faces', face: 'own-face' },
    face: true,
    every: 1,
    only: OF_PEOPLE,
  },
  {
    name: 'try-on',
    params: { procedure: 'template2Image.modelFitting', fit: 'regular' },
    needs: { image: 'wearer', garment: 'garment' },
    beside: { garment: () => SHIRT },
    every: 1,
    only: OF_PEOPLE,
  },
  {
    name: 'animate: orbit',
    params: { procedure: 'video.createVideoByImage', motion: 'orbit', reach: 1, seconds: 3, resolution: '480p' },
    every: 20,
  },
];
