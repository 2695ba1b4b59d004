import sharp from 'sharp';

/** An image of one colour with a white strip along its lower edge, so that it does not count as blank. */
export function plainColour(
  { width, height }: { readonly width: number; readonly height: number },
  background: string,
): Promise<Buffer> {
  const strip = {
    create: { width, height: Math.max(1, Math.round(height / 20)), channels: 3, background: '#ffffff' },
  } as const;
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: strip, gravity: 'south' }])
    .png()
    .toBuffer();
}
