import sharp from 'sharp';

/** A photo as a camera makes one: colours that vary, so that nothing is few enough for a palette. Pixels. */
export async function photo(width: number, height: number): Promise<Buffer> {
  return sharp(photoPixels(width, height), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** Red grows to the right, green downwards, blue where they cross. */
export function photoPixels(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1)
      pixels.set([Math.round((x / width) * 255), Math.round((y / height) * 255), (x * y) % 251], (y * width + x) * 3);
  }
  return pixels;
}

/** One file as form data, as the browser sends it. */
export function formOf(file: Uint8Array, purpose?: string, name = 'photo.jpg'): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)]), name);
  if (purpose !== undefined) form.set('purpose', purpose);
  return form;
}
