'use client';

import { Crop, Scissors } from 'lucide-react';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import {
  EMPTY_TIMELINE,
  readTimeline,
  slotOf,
  type ProcedureName,
  type SourceRole,
} from '@src/creation/procedures/params.shared';
import { changeOptions, formOf, give, useFormState } from '@/features/make/create/draft/draft-store';
import type { Given } from '@/features/make/create/draft/given-inputs';
import { paramsOf, type DraftRequest } from '@/features/make/create/draft/draft-request';
import { cutsAfter } from '@/features/make/edit/edit';
import { EDIT_PROCEDURE } from '@/features/make/edit/use-edit';
import { Button, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { boundsAt } from './part';

const CropDialog = dynamic(() => import('./crop-dialog'), { ssr: false });
const TrimDialog = dynamic(() => import('./trim-dialog'), { ssr: false });

/** Crops an image, or trims a video. */
function CutDialog({ procedure, given, onGiven, onClose }: CutProps & { readonly onClose: () => void }) {
  const { draft } = useFormState(procedure);
  if (given.kind === 'video')
    return (
      <TrimDialog given={given} bounds={boundsAt({ procedure, draft }, given)} onGiven={onGiven} onClose={onClose} />
    );
  const params = paramsOf({ procedure, draft });
  return (
    <CropDialog
      given={given}
      aspect={'aspect' in params ? params.aspect : undefined}
      onGiven={onGiven}
      onClose={onClose}
    />
  );
}

interface CutProps {
  /** The procedure of the form. */
  readonly procedure: ProcedureName;
  readonly given: Given;
  readonly onGiven: (given: Given) => void;
}

/** Opens the dialog that crops an image or trims a video. Renders nothing for audio. */
export function CutButton(props: CutProps) {
  const t = useTranslations('instruments');
  const [open, setOpen] = useState(false);
  const { kind } = props.given;
  if (kind === 'audio') return null;
  return (
    <>
      <IconButton label={kind === 'video' ? t('trim.open') : t('crop.open')} size="sm" onClick={() => setOpen(true)}>
        <Icon of={kind === 'video' ? Scissors : Crop} size="s" />
      </IconButton>
      {open ? <CutDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Replaces the input by a part of it. The timeline's cuts of the clip stay with it. */
function replace(procedure: ProcedureName, role: SourceRole, part: Given): void {
  const { draft, given } = formOf(procedure);
  if (procedure === EDIT_PROCEDURE && slotOf(role) === 'clip') {
    const timeline = readTimeline(draft.options['timeline']) ?? EMPTY_TIMELINE;
    changeOptions({ timeline: { ...timeline, cuts: cutsAfter(timeline, given, role, part) } }, procedure);
  }
  give(procedure, role, part);
}

/** Offers to trim or crop in a refusal for a video's length or an image's size. */
export function CutOffer({
  request: { procedure, given: all },
  role,
}: {
  readonly request: DraftRequest;
  readonly role: SourceRole;
}) {
  const t = useTranslations('instruments');
  const [open, setOpen] = useState(false);
  const given = all[role];
  if (given === undefined) return null;
  const isVideo = given.kind === 'video';
  return (
    <>
      <Button
        size="sm"
        className="mt-1.5 justify-self-start"
        icon={<Icon of={isVideo ? Scissors : Crop} size="s" />}
        onClick={() => setOpen(true)}
      >
        {isVideo ? t('trim.open') : t('crop.open')}
      </Button>
      {open ? (
        <CutDialog
          procedure={procedure}
          given={given}
          onGiven={(part) => replace(procedure, role, part)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
