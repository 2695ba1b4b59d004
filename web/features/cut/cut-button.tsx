'use client';

import { Crop, Scissors } from 'lucide-react';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { EMPTY_TIMELINE, readTimeline, slotOf, type ProcedureName, type SourceRole } from '@src/creation/picture.shared';
import { changeOptions, deskOf, give, useDesk } from '@/features/create/draft-store';
import type { Given } from '@/features/create/given';
import { paramsOf, type Wish } from '@/features/create/wish';
import { cutsAfter } from '@/features/edit/edit';
import { EDIT_PROCEDURE } from '@/features/edit/use-edit';
import { Button, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { boundsAt } from './part';

const CropDialog = dynamic(() => import('./crop-dialog'), { ssr: false });
const TrimDialog = dynamic(() => import('./trim-dialog'), { ssr: false });

/** The way to cut what was given to a part of it: a picture to a frame, a film to its seconds. Nothing for a recording. */
export function CutButton({ procedure, given, onGiven }: { readonly procedure: ProcedureName; readonly given: Given; readonly onGiven: (given: Given) => void }) {
  const t = useTranslations('instruments');
  const { draft } = useDesk(procedure);
  const [open, setOpen] = useState(false);
  if (given.kind === 'audio') return null;
  const params = paramsOf({ procedure, draft });
  const close = (): void => setOpen(false);
  return (
    <>
      <IconButton label={given.kind === 'video' ? t('trim.open') : t('crop.open')} size="sm" onClick={() => setOpen(true)}>
        <Icon of={given.kind === 'video' ? Scissors : Crop} size="s" />
      </IconButton>
      {!open ? null : given.kind === 'video' ? (
        <TrimDialog given={given} bounds={boundsAt({ procedure, draft }, given)} onGiven={onGiven} onClose={close} />
      ) : (
        <CropDialog given={given} aspect={'aspect' in params ? params.aspect : undefined} onGiven={onGiven} onClose={close} />
      )}
    </>
  );
}

/** Puts a part where the whole was. What a timeline cuts out of a clip goes with the clip. */
function replace(procedure: ProcedureName, role: SourceRole, part: Given): void {
  const { draft, given } = deskOf(procedure);
  if (procedure === EDIT_PROCEDURE && slotOf(role) === 'clip') {
    const timeline = readTimeline(draft.options['timeline']) ?? EMPTY_TIMELINE;
    changeOptions({ timeline: { ...timeline, cuts: cutsAfter(timeline, given, role, part) } }, procedure);
  }
  give(procedure, role, part);
}

/** In a refusal of a film for its length: the trimmer. */
export function TrimOffer({ wish, role }: { readonly wish: Wish; readonly role: SourceRole }) {
  const t = useTranslations('instruments.trim');
  const [open, setOpen] = useState(false);
  const film = wish.given[role];
  if (film === undefined) return null;
  return (
    <>
      <Button size="sm" className="mt-1.5 justify-self-start" icon={<Icon of={Scissors} size="s" />} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {open ? <TrimDialog given={film} bounds={boundsAt(wish, film)} onGiven={(part) => replace(wish.procedure, role, part)} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
