'use client';

import { useEffect, useRef, useState } from 'react';

/** Seconds by which a film may be off before it is put right. */
const OFF = 0.08;

/** The longest of some films. */
const leadOf = (films: ReadonlyMap<number, HTMLVideoElement>): HTMLVideoElement | undefined => [...films.values()].toSorted((a, b) => (b.duration || 0) - (a.duration || 0))[0];

/** Several films as one: they play, rest and go to the same moment together. The longest says when it is over; a shorter one rests at its end. */
export function useFilms() {
  const films = useRef(new Map<number, HTMLVideoElement>());
  const [playing, setPlaying] = useState(false);
  const [[time, length], setClock] = useState<readonly [at: number, of: number]>([0, 0]);
  const all = (): readonly HTMLVideoElement[] => [...films.current.values()];

  useEffect(() => {
    if (!playing) return undefined;
    const held = films.current;
    let frame = 0;
    const follow = (): void => {
      const lead = leadOf(held);
      if (lead !== undefined) {
        const at = lead.currentTime;
        setClock([at, lead.duration || 0]);
        for (const film of held.values()) {
          const wanted = Math.min(at, film.duration || 0);
          if (film !== lead && Math.abs(film.currentTime - wanted) > OFF) film.currentTime = wanted;
          if (film !== lead && film.paused && at < (film.duration || 0) - OFF) void film.play().catch(() => undefined);
        }
        if (lead.ended) return setPlaying(false);
      }
      frame = requestAnimationFrame(follow);
    };
    frame = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(frame);
  }, [playing]);

  const seek = (seconds: number): void => {
    for (const film of all()) film.currentTime = Math.max(0, Math.min(seconds, film.duration || 0));
    setClock([seconds, leadOf(films.current)?.duration ?? 0]);
  };
  const toggle = (): void => {
    if (playing) {
      for (const film of all()) film.pause();
      return setPlaying(false);
    }
    if (leadOf(films.current)?.ended === true) seek(0);
    for (const film of all()) void film.play().catch(() => undefined);
    return setPlaying(true);
  };
  return {
    playing, time, length, seek, toggle,
    /** Takes a film in, by its place. */
    hold: (place: number) => (film: HTMLVideoElement | null): void => {
      if (film === null) films.current.delete(place);
      else films.current.set(place, film);
    },
    /** A film knows its length. */
    measured: (): void => setClock([time, leadOf(films.current)?.duration ?? 0]),
  };
}
