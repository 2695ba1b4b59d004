import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createMemoryDocumentStore } from '../../../platform/documents/memory.js';
import { keyFor } from '../../../platform/data-folder/installation-secret.js';
import { Sealer } from '../../engines/connections.js';
import { embedRecipe } from '../embed.js';
import { readRecipe } from '../read.js';
import type { RecipeV1 } from '../recipe.shared.js';
import { LIKENESS, type Claimed } from './claim.js';
import { ContentCredential } from './credential.js';
import { documentLocation, folderLocation } from './key-location.js';
import { openSigner } from './keys.js';
import { checkCredential, sourceOf } from './sign.js';

const quiet = { warn: () => undefined };
const NOW = Date.UTC(2030, 0, 1);
const recipe: RecipeV1 = {
  kinora: 1,
  procedure: 'text2Image.create',
  model: 'preview',
  prompt: 'a fox',
  negativePrompt: '',
  seed: 1,
  count: 1,
  params: {},
};
const claimed: Claimed = { procedure: 'text2Image.create', trained: false };
const image = sharp(Buffer.from(Array.from({ length: 60 * 40 * 3 }, (_, index) => (index * index) % 253)), {
  raw: { width: 60, height: 40, channels: 3 },
});

describe('a content credential', () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'kinora-credential-')), 'credential');
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));
  // Certificates are checked against the machine's clock, so the test uses it too.
  const credential = (): ContentCredential => new ContentCredential(folderLocation(folder), { now: () => Date.now() });
  const files = async () =>
    [
      ['image/png', await image.clone().png().toBuffer()],
      ['image/jpeg', await image.clone().jpeg().toBuffer()],
    ] as const;

  it('is valid, changes nothing that is seen, and leaves the recipe where it was', async () => {
    for (const [type, file] of await files()) {
      const signed = await credential().sign(embedRecipe(file, type, recipe), type, claimed);
      expect(await checkCredential(signed, type)).toMatchObject({ valid: true });
      expect(
        (await sharp(signed, { failOn: 'warning' }).raw().toBuffer()).equals(await sharp(file).raw().toBuffer()),
      ).toBe(true);
      expect(readRecipe(signed)).toEqual(recipe);
      expect(Buffer.from(signed).includes('algorithmicMedia')).toBe(true);
    }
  });

  it('says of what was made from a likeness that it was, and that consent was declared', async () => {
    for (const [type, file] of await files()) {
      const signed = Buffer.from(
        await credential().sign(file, type, { procedure: 'imageTools.faceSwap', trained: false }),
      );
      expect(await checkCredential(signed, type)).toMatchObject({ valid: true });
      expect(signed.includes(LIKENESS)).toBe(true);
      expect(
        Buffer.from(await credential().sign(file, type, { procedure: 'imageTools.upscale', trained: false })).includes(
          LIKENESS,
        ),
      ).toBe(false);
    }
  });

  it('is broken by any change to the picture or to what is said of it', async () => {
    for (const [type, file] of await files()) {
      const signed = Buffer.from(await credential().sign(file, type, claimed));
      for (const at of [signed.byteLength - 30, signed.indexOf('algorithmicMedia')]) {
        const changed = Buffer.from(signed);
        changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
        const checked = await checkCredential(changed, type).catch(() => ({ valid: false }));
        expect(checked?.valid).toBe(false);
      }
      expect(await checkCredential(file, type)).toBeUndefined();
    }
  });

  it('is signed as COSE has it, by a certificate made once and kept for this user alone', async () => {
    const [one, two] = [await openSigner(folderLocation(folder), NOW), await openSigner(folderLocation(folder), NOW)];
    expect((await one.sign(Buffer.from('anything'))).byteLength).toBe(64);
    expect(two.certificate.serialNumber).toBe(one.certificate.serialNumber);
    expect(await readdir(folder)).toEqual(['credential.json']);
    expect((await stat(join(folder, 'credential.json'))).mode & 0o077).toBe(0);
    expect(
      await one.certificate.verify({
        publicKey: (await one.chainCertificates[0]?.publicKey.export()) ?? fail(),
        date: new Date(NOW),
      }),
    ).toBe(true);
    expect(await readFile(join(folder, 'credential.json'), 'utf8')).not.toContain('PRIVATE');
  });

  it('is the same for every process that shares the documents, of which none alone tells the key', async () => {
    const documents = createMemoryDocumentStore();
    const place = (secret: string) =>
      documentLocation(documents, new Sealer(keyFor(secret, 'content credential')), quiet);
    const secret = 's'.repeat(40);
    const [one, two] = await Promise.all([
      place(secret).then((at) => openSigner(at, NOW)),
      place(secret).then((at) => openSigner(at, NOW)),
    ]);
    expect(two.certificate.serialNumber).toBe(one.certificate.serialNumber);
    const later = await openSigner(await place(secret), NOW + 9.99 * 31_557_600_000);
    expect(later.certificate.serialNumber).not.toBe(one.certificate.serialNumber);
    expect((await openSigner(await place(secret), NOW + 9.99 * 31_557_600_000)).certificate.serialNumber).toBe(
      later.certificate.serialNumber,
    );
    await documents.close();
  });

  it('is made anew under another secret, by one process for all, and that is said once', async () => {
    const documents = createMemoryDocumentStore();
    const warned: string[] = [];
    const place = (secret: string) =>
      documentLocation(documents, new Sealer(keyFor(secret, 'content credential')), {
        warn: (_fields, message) => void warned.push(message),
      });
    const old = await openSigner(await place('s'.repeat(40)), NOW);
    expect(warned).toEqual([]);
    const next = 'o'.repeat(40);
    const at = await place(next);
    await at.read();
    const [one, two] = await Promise.all([openSigner(at, NOW), place(next).then((other) => openSigner(other, NOW))]);
    expect(one.certificate.serialNumber).not.toBe(old.certificate.serialNumber);
    expect(two.certificate.serialNumber).toBe(one.certificate.serialNumber);
    expect(warned.length).toBeLessThanOrEqual(2);
    expect(warned[0]).toContain('sealed under another AUTH_SECRET');
    warned.length = 0;
    expect((await openSigner(await place(next), NOW)).certificate.serialNumber).toBe(one.certificate.serialNumber);
    expect(warned).toEqual([]);
    await documents.close();
  });

  it('has a new certificate before the old one ends', async () => {
    const first = await openSigner(folderLocation(folder), NOW);
    const later = NOW + 9.99 * 31_557_600_000;
    const second = await openSigner(folderLocation(folder), later);
    expect(second.certificate.serialNumber).not.toBe(first.certificate.serialNumber);
    expect(second.certificate.notAfter.getTime()).toBeGreaterThan(later);
  });

  it('tells what is drawn by rules from what a trained model had a part in', () => {
    expect(sourceOf({ procedure: 'text2Image.create', trained: false })).toMatch(/\/algorithmicMedia$/);
    expect(sourceOf({ procedure: 'text2Image.create', trained: true })).toMatch(/\/trainedAlgorithmicMedia$/);
    expect(sourceOf({ procedure: 'image2Image.create', trained: false })).toMatch(/\/algorithmicallyEnhanced$/);
    expect(sourceOf({ procedure: 'image2Image.create', trained: true })).toMatch(
      /\/compositeWithTrainedAlgorithmicMedia$/,
    );
    expect(sourceOf({ procedure: 'imageTools.upscale', trained: true })).toMatch(
      /\/compositeWithTrainedAlgorithmicMedia$/,
    );
    expect(sourceOf({ procedure: 'imageTools.backgroundChanger', trained: false })).toMatch(/\/compositeSynthetic$/);
    expect(sourceOf({ procedure: 'imageTools.painting', trained: false })).toMatch(/\/compositeSynthetic$/);
    expect(sourceOf({ procedure: 'imageTools.uncrop', trained: false })).toMatch(/\/compositeSynthetic$/);
    expect(sourceOf({ procedure: 'audioVideo.createAudioVideo', trained: false })).toMatch(/\/compositeSynthetic$/);
    expect(sourceOf({ procedure: 'aiShorts.create', trained: false })).toMatch(/\/algorithmicMedia$/);
    expect(sourceOf({ procedure: 'template2Image.create', trained: false })).toMatch(/\/compositeSynthetic$/);
    expect(sourceOf({ procedure: 'template2Image.modelFitting', trained: false })).toMatch(/\/compositeSynthetic$/);
    expect(sourceOf({ procedure: 'template2Image.productPromotionalImage', trained: false })).toMatch(
      /\/compositeSynthetic$/,
    );
    expect(sourceOf({ procedure: 'imageTools.faceSwap', trained: false })).toMatch(/\/compositeSynthetic$/);
    expect(sourceOf({ procedure: 'lipSync.createLipSyncTask', trained: false })).toMatch(/\/compositeSynthetic$/);
    expect(sourceOf({ procedure: 'task.createFaceSwapTask', trained: false })).toMatch(/\/compositeSynthetic$/);
    expect(sourceOf({ procedure: 'video.createActionImitation', trained: false })).toMatch(/\/compositeSynthetic$/);
    expect(sourceOf({ procedure: 'video.createVideoByTemplate', trained: false })).toMatch(/\/compositeSynthetic$/);
    expect(sourceOf({ procedure: 'video.createVideoBySubjects', trained: false })).toMatch(/\/compositeSynthetic$/);
    expect(sourceOf({ procedure: 'anime.createAnimatedVideo', trained: false })).toMatch(/\/compositeSynthetic$/);
    expect(sourceOf({ procedure: 'video.createVideoByImageV2', trained: false })).toMatch(/\/algorithmicallyEnhanced$/);
    expect(sourceOf({ procedure: 'video.createVideoByTextV2', trained: false })).toMatch(/\/algorithmicMedia$/);
    expect(sourceOf({ procedure: 'video.createVideoByVideo', trained: false })).toMatch(/\/algorithmicallyEnhanced$/);
    expect(sourceOf({ procedure: 'video.upscaleVideo', trained: false })).toMatch(/\/algorithmicallyEnhanced$/);
    expect(sourceOf({ procedure: 'video.videoExtender', trained: false })).toMatch(/\/algorithmicallyEnhanced$/);
    expect(sourceOf({ procedure: 'video.videoObjectRemover', trained: false })).toMatch(/\/algorithmicallyEnhanced$/);
    expect(sourceOf({ procedure: 'videoTools.videoBackgroundRemover', trained: false })).toMatch(
      /\/compositeSynthetic$/,
    );
    expect(sourceOf({ procedure: 'videoTools.videoSubtitlesRemove', trained: false })).toMatch(
      /\/algorithmicallyEnhanced$/,
    );
    expect(sourceOf({ procedure: 'imageTools.objectRemover', trained: false })).toMatch(/\/algorithmicallyEnhanced$/);
  });

  it('is not put on what cannot carry one', async () => {
    const webp = await image.clone().webp().toBuffer();
    expect(await credential().sign(webp, 'image/webp', claimed)).toBe(webp);
  });
});

function fail(): never {
  throw new Error('there is no root');
}
