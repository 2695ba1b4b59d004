/** Time limit for a browser to show a video's first frame, in milliseconds. Some load none before playback. */
const PATIENCE_MS = 5_000;
/** Longer side of the image to paint on, in pixels. */
const LONGEST = 1_024;

/**
 * A video's first frame, as the browser decodes it.
 * @param url of the video, on this server
 * @returns an image of at most 1024 pixels; undefined if the browser cannot show it, or `signal` aborted
 */
export async function firstFrameOf(url: string, signal: AbortSignal): Promise<Blob | undefined> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  const isThere = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    const end = (is: boolean) => (): void => {
      clearTimeout(timer);
      resolve(is);
    };
    video.addEventListener('loadeddata', end(true), { once: true });
    video.addEventListener('error', end(false), { once: true });
    signal.addEventListener('abort', end(false), { once: true });
    video.src = url;
  });
  const { videoWidth, videoHeight } = video;
  const scale = Math.min(1, LONGEST / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement('canvas');
  if (isThere && videoWidth > 0) {
    canvas.width = Math.round(videoWidth * scale);
    canvas.height = Math.round(videoHeight * scale);
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  }
  // Stops the download.
  video.removeAttribute('src');
  video.load();
  if (!isThere || videoWidth === 0) return undefined;
  return new Promise((resolve) => {
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/webp', 0.9);
  });
}
