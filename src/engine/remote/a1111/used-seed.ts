import sharp from 'sharp';

/**
 * The seed in the parameters that WebUIs and sd-server write into a PNG (`Seed: 5` in the text chunk `parameters`).
 * @returns undefined for an image without it, or one that does not decode
 */
export async function seedWrittenIn(image: Uint8Array): Promise<number | undefined> {
  const comments =
    (
      await sharp(image)
        .metadata()
        .catch(() => undefined)
    )?.comments ?? [];
  const written = /\bSeed: (\d{1,10})\b/.exec(
    comments
      .find(({ keyword }) => keyword === 'parameters')
      ?.text.split('\n')
      .at(-1) ?? '',
  )?.[1];
  return written === undefined ? undefined : Number(written);
}
