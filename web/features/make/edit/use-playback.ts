'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { PlacedCut } from '@src/creation/procedures/params.shared';
import { FRAME_MS, seenAt } from './edit';

/** Tolerated drift of a clip in seconds. Correcting less would stutter. */
const DRIFT = { playing: 0.25, resting: 0.02 } as const;
/** Milliseconds before a cut at which its clip is loaded. */
const AHEAD = 900;

export interface Playback {
  /** Milliseconds of the video. */
  readonly time: number;
  readonly playing: boolean;
  readonly toggle: () => void;
  readonly seek: (ms: number) => void;
  /** Ref callbacks for the clips' players, by clip number. */
  readonly player: (clip: number) => (element: HTMLVideoElement | null) => void;
}

/** Brings a clip's player to a time. */
function follow(element: HTMLVideoElement, seconds: number, playing: boolean, loud: number): void {
  const off = Math.abs(element.currentTime - seconds);
  if (off > (playing ? DRIFT.playing : DRIFT.resting)) element.currentTime = seconds;
  element.volume = loud;
  // A pause before the first frame rejects the promise. This is expected.
  if (playing && element.paused) void element.play().catch(() => undefined);
  if (!playing && !element.paused) element.pause();
}

/**
 * Plays the cuts straight from the clips' files, without rendering a preview. @param loud volume of the clips' own
 * sound, 0 to 1
 */
export function usePlayback(placed: readonly PlacedCut[], length: number, loud: number): Playback {
  const players = useRef(new Map<number, HTMLVideoElement>());
  const [clock, setClock] = useState(0);
  const [isWanted, setPlaying] = useState(false);
  const time = Math.min(clock, Math.max(0, length - FRAME_MS));
  const playing = isWanted && length > 0;

  useEffect(() => {
    if (!playing) return undefined;
    let [before, id] = [performance.now(), 0];
    const tick = (now: number): void => {
      const passed = now - before;
      before = now;
      setClock((at) => {
        if (at + passed < length) return at + passed;
        setPlaying(false);
        return 0;
      });
      id = requestAnimationFrame(tick);
    };
    id = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(id);
  }, [playing, length]);

  useEffect(() => {
    const seen = seenAt(placed, time);
    for (const [clip, element] of players.current) {
      const now = seen.findLast((one) => one.placed.cut.clip === clip);
      if (now !== undefined) {
        follow(element, now.at / 1_000, playing, loud * Math.sqrt(now.come * (1 - now.gone)));
        continue;
      }
      if (!element.paused) element.pause();
      const next = placed.find(
        ({ cut, begin }) => cut.clip === clip && begin * FRAME_MS > time && begin * FRAME_MS < time + AHEAD,
      );
      if (next !== undefined) follow(element, next.cut.from / 1_000, false, 0);
    }
  }, [placed, time, playing, loud]);

  const player = useCallback(
    (clip: number) =>
      (element: HTMLVideoElement | null): void => {
        if (element === null) players.current.delete(clip);
        else players.current.set(clip, element);
      },
    [],
  );
  const seek = useCallback((ms: number): void => {
    setPlaying(false);
    setClock(Math.max(0, ms));
  }, []);
  return { time, playing, toggle: useCallback(() => setPlaying((was) => !was), []), seek, player };
}
