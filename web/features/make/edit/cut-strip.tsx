'use client';

import { Image as ImageIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState, type DragEvent, type KeyboardEvent } from 'react';
import type { Cut } from '@src/creation/procedures/params.shared';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { tenths, type GivenClip } from './edit';

/** Tile width in pixels, by the seconds of the cut. */
const WIDE = { min: 76, max: 220, aSecond: 26 } as const;
const widthOf = ({ from, to }: Cut): number =>
  Math.min(WIDE.max, Math.max(WIDE.min, ((to - from) / 1_000) * WIDE.aSecond));

export interface CutStripProps {
  readonly cuts: readonly Cut[];
  readonly clips: readonly GivenClip[];
  readonly chosen: number;
  /** The cut that is playing. */
  readonly playing: number;
  readonly onChoose: (index: number) => void;
  readonly onMove: (from: number, to: number) => void;
}

/** The cuts in a row, each as wide as it is long. Drag one, or press Alt and an arrow key, to move it. */
export function CutStrip({ cuts, clips, chosen, playing, onChoose, onMove }: CutStripProps) {
  const t = useTranslations('tools.edit');
  const ways = useTranslations('options.transition.values');
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  const drop = (event: DragEvent, index: number): void => {
    event.preventDefault();
    if (dragged !== undefined && dragged !== index) onMove(dragged, index);
    end();
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    onMove(index, index + step);
  };
  return (
    // Time runs from left to right in every language, as in every player.
    <ol dir="ltr" aria-label={t('row')} className="flex min-w-0 gap-1.5 overflow-x-auto pb-1.5 [scrollbar-width:thin]">
      {cuts.map((cut, index) => {
        const clip = clips.find(({ number }) => number === cut.clip);
        return (
          <li
            key={index}
            className="shrink-0"
            style={{ width: widthOf(cut) }}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(index);
            }}
            onDrop={(event) => drop(event, index)}
          >
            <button
              type="button"
              draggable
              aria-pressed={index === chosen}
              aria-label={t('cutName', {
                number: index + 1,
                of: cuts.length,
                clip: cut.clip,
                seconds: (cut.to - cut.from) / 1_000,
              })}
              aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                setDragged(index);
                onChoose(index);
              }}
              onDragEnd={end}
              onClick={() => onChoose(index)}
              onKeyDown={(event) => onKeyDown(event, index)}
              className={cx(
                'relative block h-[68px] w-full cursor-grab overflow-hidden rounded-control bg-surface-3 outline-offset-2 transition-[opacity,box-shadow] quick active:cursor-grabbing',
                dragged === index && 'opacity-40',
                over === index && dragged !== undefined && dragged !== index && 'outline-2 outline-ink-1',
              )}
            >
              {clip === undefined ? null : (
                <img
                  src={`${clip.given.url}?w=320`}
                  alt=""
                  draggable={false}
                  className="absolute inset-0 size-full object-cover"
                />
              )}
              <span className="num absolute top-1 left-1 flex items-center gap-1 rounded-sm bg-glass px-1.5 py-0.5 text-xs font-medium text-ink-on-media backdrop-blur-md">
                {clip?.given.kind === 'image' ? <Icon of={ImageIcon} size="s" /> : null}
                {cut.clip}
              </span>
              <span className="num absolute right-1 bottom-1 rounded-sm bg-glass px-1.5 py-0.5 text-xs text-ink-on-media backdrop-blur-md">
                {tenths(cut.to - cut.from)}
              </span>
              {index === chosen ? (
                <span aria-hidden className="absolute inset-0 rounded-control inset-ring-[2.5px] inset-ring-ink-1" />
              ) : null}
              {index === playing ? (
                <span aria-hidden className="absolute inset-x-0 bottom-0 h-[3px] bg-accent" />
              ) : null}
            </button>
            <span className="block truncate pt-1 text-xs text-ink-3">{index === 0 ? ' ' : ways(cut.way)}</span>
          </li>
        );
      })}
    </ol>
  );
}
