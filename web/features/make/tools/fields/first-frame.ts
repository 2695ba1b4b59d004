/** How long a browser is given to show a video's first frame, milliseconds; some load none before a video is played. */
const PATIENCE_MS = 5_000;
/** The longer side of what is painted on, pixels. */
const LONGEST = 1_024;

/**
 * A video's first frame, as the browser plays it.
 * @param url of the video, on this server
 * @returns an image of 1024 pixels at most; nothing where the browser cannot show it, or it was no longer wanted
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
  // No more of it is to be loaded.
  video.removeAttribute('src');
  video.load();
  if (!isThere || videoWidth === 0) return undefined;
  return new Promise((resolve) => { canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/webp', 0.9); });
}
