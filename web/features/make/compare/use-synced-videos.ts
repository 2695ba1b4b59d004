'use client';

import { useEffect, useRef, useState } from 'react';

/** Tolerated drift of a video, in seconds. */
const OFF = 0.08;

/** The longest of the videos. */
const leadOf = (videos: ReadonlyMap<number, HTMLVideoElement>): HTMLVideoElement | undefined =>
  [...videos.values()].toSorted((a, b) => (b.duration || 0) - (a.duration || 0))[0];

/**
 * Controls several videos as one: they play, pause and seek together. The longest decides the end; shorter ones stop
 * on their last frame.
 */
export function useSyncedVideos() {
  const videos = useRef(new Map<number, HTMLVideoElement>());
  const [playing, setPlaying] = useState(false);
  const [[time, length], setClock] = useState<readonly [at: number, of: number]>([0, 0]);
  const all = (): readonly HTMLVideoElement[] => [...videos.current.values()];

  useEffect(() => {
    if (!playing) return undefined;
    const held = videos.current;
    let frame = 0;
    const follow = (): void => {
      const lead = leadOf(held);
      if (lead !== undefined) {
        const at = lead.currentTime;
        setClock([at, lead.duration || 0]);
        for (const video of held.values()) {
          const wanted = Math.min(at, video.duration || 0);
          if (video !== lead && Math.abs(video.currentTime - wanted) > OFF) video.currentTime = wanted;
          if (video !== lead && video.paused && at < (video.duration || 0) - OFF)
            void video.play().catch(() => undefined);
        }
        if (lead.ended) return setPlaying(false);
      }
      frame = requestAnimationFrame(follow);
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [playing]);

  const seek = (seconds: number): void => {
    for (const video of all()) video.currentTime = Math.max(0, Math.min(seconds, video.duration || 0));
    setClock([seconds, leadOf(videos.current)?.duration ?? 0]);
  };
  const toggle = (): void => {
    if (playing) {
      for (const video of all()) video.pause();
      return setPlaying(false);
    }
    if (leadOf(videos.current)?.ended === true) seek(0);
    for (const video of all()) void video.play().catch(() => undefined);
    return setPlaying(true);
  };
  return {
    playing,
    time,
    length,
    seek,
    toggle,
    /** Registers a video at its position. */
    hold:
      (place: number) =>
      (video: HTMLVideoElement | null): void => {
        if (video === null) videos.current.delete(place);
        else videos.current.set(place, video);
      },
    /** A video's metadata has loaded. */
    measured: (): void => setClock([time, leadOf(videos.current)?.duration ?? 0]),
  };
}
