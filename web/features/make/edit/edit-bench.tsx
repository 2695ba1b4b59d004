'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { Cut } from '@src/creation/procedures/params.shared';
import { placedCuts } from '@src/creation/procedures/params.shared';
import { useDraft } from '@/features/make/create/draft/draft-store';
import { CutPanel } from './cut-panel';
import { CutStrip } from './cut-strip';
import { FRAME_MS, moved, seenAt, split } from './edit';
import { EditPreview } from './edit-preview';
import { EDIT_PROCEDURE, useEdit } from './use-edit';
import { usePlayback } from './use-playback';

/** The editor: the preview, the row of cuts, and the settings of the chosen cut. */
export function EditBench() {
  const t = useTranslations('tools.edit');
  const { options } = useDraft(EDIT_PROCEDURE);
  const edit = useEdit();
  const { clips, cuts, placed, length } = edit;
  const playback = usePlayback(placed, length, Number(options['loud'] ?? 1));
  const [selected, setChosen] = useState(0);
  const [announcement, setAnnouncement] = useState('');
  const chosen = Math.min(selected, cuts.length - 1);
  const cut = cuts[chosen];
  const clip = clips.find(({ number }) => number === cut?.clip);
  const playing = seenAt(placed, playback.time).at(-1)?.index ?? 0;

  const choose = (index: number): void => {
    setChosen(index);
    const { begin = 0, lead = 0 } = placed[index] ?? {};
    playback.seek((begin + lead) * FRAME_MS);
  };
  const move = (from: number, to: number): void => {
    const next = moved(cuts, from, to);
    if (next === cuts) return;
    edit.cut(next);
    setChosen(to);
    setAnnouncement(t('movedTo', { number: to + 1, of: cuts.length }));
  };
  const change = (one: Cut, edge?: 'from' | 'to'): void => {
    const next = cuts.toSpliced(chosen, 1, one);
    edit.cut(next);
    const at = placedCuts(next).placed[chosen];
    // Seek to the frame at the moved handle. If a transition covers the first frames, seek to the first one after it.
    if (edge !== undefined && at !== undefined)
      playback.seek((edge === 'from' ? at.begin + at.lead : at.begin + at.length - 1) * FRAME_MS);
  };
  const halves = split(cuts, chosen, playback.time);
  return (
    <div className="grid min-w-0 gap-4">
      <EditPreview edit={edit} playback={playback} />
      <CutStrip cuts={cuts} clips={clips} chosen={chosen} playing={playing} onChoose={choose} onMove={move} />
      {cut === undefined || clip === undefined ? null : (
        <CutPanel
          key={`${chosen} ${cuts.length}`}
          {...{ cut, clip }}
          index={chosen}
          count={cuts.length}
          canSplit={halves !== cuts}
          onChange={change}
          onMove={(to) => move(chosen, to)}
          onSplit={() => edit.cut(halves)}
          onGone={() => edit.cut(cuts.toSpliced(chosen, 1))}
        />
      )}
      <p className="text-xs text-ink-3">{t('hint')}</p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  );
}
