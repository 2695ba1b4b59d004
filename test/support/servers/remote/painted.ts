import sharp from 'sharp';

/**
 * Red where an engine may paint and blue elsewhere: shows whether a mask is read the right way round.
 * @param area `white`: as most engines; `transparent`: as OpenAI
 * @returns PNG; undefined when the mask is not as large as the image, or has no transparency where it must
 */
export async function painted(image: Buffer, mask: Buffer, area: 'white' | 'transparent'): Promise<Buffer | undefined> {
  const [{ width, height }, of] = [await sharp(image).metadata(), await sharp(mask).metadata()];
  if (of.width !== width || of.height !== height || (area === 'transparent' && !of.hasAlpha)) return undefined;
  const channel =
    area === 'transparent' ? sharp(mask).extractChannel('alpha').negate() : sharp(mask).toColourspace('b-w');
  const red = await channel.raw().toBuffer();
  const rgb = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) rgb[at * 3 + ((red[at] ?? 0) >= 128 ? 0 : 2)] = 255;
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
