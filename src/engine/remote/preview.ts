import sharp from 'sharp';
import type { EnginePreview } from '../port.js';

/** Side of a preview and maximum pixels of the image that it is made from. */
const PREVIEW = { side: 320, maxPixels: 16_000_000 } as const;

/** A partial image of an engine, decoded as untrusted and made small; undefined if it does not decode. */
export async function previewOf(bytes: Uint8Array): Promise<EnginePreview | undefined> {
  try {
    const small = await sharp(bytes, { limitInputPixels: PREVIEW.maxPixels })
      .resize(PREVIEW.side, PREVIEW.side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 70 })
      .toBuffer();
    return { bytes: small, type: 'image/webp' };
  } catch {
    return undefined;
  }
}
