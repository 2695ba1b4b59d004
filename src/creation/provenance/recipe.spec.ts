import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import sharp from 'sharp';
import { embedRecipe, type RecipeType } from './embed.js';
import { readRecipe } from './read.js';
import { parseRecipe, RECIPE_CHARACTERS, type RecipeV1 } from './recipe.shared.js';
import { recipeInXmp, XMP_BYTES, xmpOf } from './xmp.js';

const words = (maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ unit: 'binary', maxLength }),
    fc.string({ unit: 'grapheme', maxLength }),
    fc.constantFrom('</kinora:recipe>', ']]>', '&amp;lt;', '\u0000\ud800', '<!ENTITY x SYSTEM "file:///etc/passwd">'),
  );
const name = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ minLength: 1, maxLength }).filter((text) => text !== '__proto__');
const recipes: fc.Arbitrary<RecipeV1> = fc.record({
  kinora: fc.constant(1 as const),
  procedure: name(80),
  model: name(120),
  prompt: words(500),
  negativePrompt: words(200),
  seed: fc.integer({ min: 0, max: 0xffff_ffff }),
  count: fc.integer({ min: 1, max: 16 }),
  params: fc.dictionary(name(40), fc.oneof(words(80), fc.integer(), fc.boolean(), fc.constant(null)), {
    maxKeys: 8,
    noNullPrototype: true,
  }),
});
const plain: RecipeV1 = {
  kinora: 1,
  procedure: 'text2Image.create',
  model: 'preview',
  prompt: 'a fox',
  negativePrompt: '',
  seed: 1,
  count: 1,
  params: {},
};

/** A minimal video: the boxes of a real one without playable content. */
const video = Buffer.concat([
  Buffer.from('\0\0\0\x14ftypisom\0\0\0\x01isom', 'latin1'),
  Buffer.from('\0\0\0\x10moov\0\0\0\x08mvhd', 'latin1'),
  Buffer.from('\0\0\0\x0cmdat\x01\x02\x03\x04', 'latin1'),
]);
/** The same for WebM: a head, and a segment with an eight-byte length and one cluster. */
const webm = Buffer.concat([
  Buffer.from('1a45dfa387428284', 'hex'),
  Buffer.from('webm\0', 'latin1').subarray(0, 4),
  Buffer.from('18538067010000000000000b', 'hex'),
  Buffer.from('1f43b67586e78100a3810a', 'hex'),
]);
/** Position of the segment's length, which grows by the recipe. */
const WEBM_LENGTH = { from: webm.indexOf(Buffer.from('18538067', 'hex')) + 4, bytes: 8 } as const;
const noise = Buffer.from(Array.from({ length: 40 * 30 * 3 }, (_, index) => (index * index) % 253));
const image = sharp(noise, { raw: { width: 40, height: 30, channels: 3 } });
const files: Promise<readonly (readonly [RecipeType, Buffer])[]> = Promise.all([
  image
    .clone()
    .png()
    .toBuffer()
    .then((bytes) => ['image/png', bytes] as const),
  image
    .clone()
    .jpeg()
    .toBuffer()
    .then((bytes) => ['image/jpeg', bytes] as const),
  image
    .clone()
    .withExif({ IFD0: { Artist: 'a' } })
    .jpeg()
    .toBuffer()
    .then((bytes) => ['image/jpeg', bytes] as const),
  image
    .clone()
    .webp({ quality: 50 })
    .toBuffer()
    .then((bytes) => ['image/webp', bytes] as const),
  image
    .clone()
    .webp({ lossless: true })
    .toBuffer()
    .then((bytes) => ['image/webp', bytes] as const),
  image
    .clone()
    .ensureAlpha(0.4)
    .webp({ quality: 50 })
    .toBuffer()
    .then((bytes) => ['image/webp', bytes] as const),
  Promise.resolve(['video/mp4', video] as const),
  Promise.resolve(['video/webm', webm] as const),
]);

describe('a recipe in a file', () => {
  it('comes back as it was put in, whatever is in it, and changes nothing that is seen', async () => {
    for (const [type, file] of await files) {
      const before = type.startsWith('video/') ? undefined : await sharp(file).raw().toBuffer();
      await fc.assert(
        fc.asyncProperty(recipes, async (recipe) => {
          const carrying = embedRecipe(file, type, recipe);
          expect(readRecipe(carrying)).toEqual(JSON.parse(JSON.stringify(recipe)));
          if (before === undefined) {
            const head = Buffer.from(carrying).subarray(0, file.byteLength);
            if (type === 'video/webm')
              file.copy(head, WEBM_LENGTH.from, WEBM_LENGTH.from, WEBM_LENGTH.from + WEBM_LENGTH.bytes);
            expect(head.equals(file)).toBe(true);
          } else expect((await sharp(carrying, { failOn: 'warning' }).raw().toBuffer()).equals(before)).toBe(true);
        }),
        { numRuns: 25 },
      );
    }
  });

  it('is found by programs that know nothing of it, as XMP', async () => {
    for (const [type, file] of await files) {
      if (type.startsWith('video/')) continue;
      const { xmpAsString } = await sharp(
        embedRecipe(file, type, { ...plain, prompt: 'Fuchs & Füchsin <3 狐' }),
      ).metadata();
      expect(xmpAsString).toContain('<xmp:CreatorTool>Kinora</xmp:CreatorTool>');
      expect(xmpAsString).toContain('Fuchs &amp; F&#252;chsin &lt;3 &#29392;');
    }
  });

  it('is ASCII that every reader of XML takes, and is never too long for a segment of a JPEG', () => {
    fc.assert(
      fc.property(recipes, (recipe) => {
        expect(Buffer.from(xmpOf(recipe)).toString('latin1')).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
    const longest: RecipeV1 = { ...plain, prompt: 'x'.repeat(4_000), negativePrompt: 'y'.repeat(4_000) };
    expect(xmpOf(longest).byteLength).toBeLessThan(XMP_BYTES);
    expect(recipeInXmp(xmpOf(longest))).toEqual(longest);
    const longestOfAll: RecipeV1 = { ...plain, prompt: '狐'.repeat(4_000), negativePrompt: '狐'.repeat(4_000) };
    expect(recipeInXmp(xmpOf(longestOfAll))).toEqual(longestOfAll);
    expect(() =>
      xmpOf({
        ...plain,
        prompt: '狐'.repeat(4_000),
        negativePrompt: '狐'.repeat(4_000),
        params: Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`p${index}`, '狐'.repeat(4_000)])),
      }),
    ).toThrow(RangeError);
  });

  it("of anyone's making is only data: nothing outside the limits is taken, nothing is thrown", async () => {
    expect(parseRecipe(JSON.stringify({ ...plain, prompt: 'x'.repeat(4_001) }))).toBeUndefined();
    expect(parseRecipe(JSON.stringify({ ...plain, seed: -1 }))).toBeUndefined();
    expect(parseRecipe(JSON.stringify({ ...plain, kinora: 2 }))).toBeUndefined();
    expect(parseRecipe(JSON.stringify({ ...plain, params: { nested: { a: 1 } } }))).toBeUndefined();
    expect(
      parseRecipe(
        JSON.stringify({
          ...plain,
          params: Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`p${index}`, 1])),
        }),
      ),
    ).toBeUndefined();
    expect(parseRecipe(`${JSON.stringify(plain)}${' '.repeat(RECIPE_CHARACTERS)}`)).toBeUndefined();
    expect(parseRecipe('{"kinora":1,"__proto__":{"admin":true}}')).toBeUndefined();
    expect(recipeInXmp(Buffer.from(`<kinora:recipe>&x;${JSON.stringify(plain)}</kinora:recipe>`))).toBeUndefined();
    expect(readRecipe(Buffer.alloc(0))).toBeUndefined();
    const carrying = (await files).map(([type, file]) => Buffer.from(embedRecipe(file, type, plain)));
    fc.assert(
      fc.property(
        fc.constantFrom(...carrying),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }),
        fc.nat(),
        (file, changes, cut) => {
          const changed = Buffer.from(file);
          for (const [at, value] of changes) changed[at % changed.byteLength] = value;
          const read = readRecipe(changed.subarray(0, changed.byteLength - (cut % changed.byteLength)));
          expect(read === undefined || parseRecipe(JSON.stringify(read)) !== undefined).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is put into no file that is something else', async () => {
    const [, [, jpeg]] = (await files) as readonly [unknown, readonly [RecipeType, Buffer]]; // the second is a JPEG
    expect(() => embedRecipe(jpeg, 'image/png', plain)).toThrow(TypeError);
    expect(() => embedRecipe(jpeg, 'image/webp', plain)).toThrow(TypeError);
    expect(() => embedRecipe(jpeg, 'video/mp4', plain)).toThrow(TypeError);
    expect(() => embedRecipe(video, 'image/jpeg', plain)).toThrow(TypeError);
  });
});
