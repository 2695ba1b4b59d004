'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { CreateForm } from '@/features/create/create-form';
import { useDesk } from '@/features/create/draft-store';
import { ofUpload, type Given } from '@/features/create/given';
import type { Wish } from '@/features/create/wish';
import { Workshop } from '@/features/create/workshop';
import { sendFile } from '@/features/uploads/send';
import { reportError } from '@/lib/errors/bus';
import type { MaskPainterHandle } from '@/ui/mask/mask-painter';
import { Skeleton } from '@/ui/skeleton';
import { ImageField } from './image-field';
import { StageDemo } from './stage-demo';
import { Worktop } from './worktop';

const PROCEDURE = 'imageTools.objectRemover';
const ErasePainter = dynamic(() => import('./erase-painter'), { ssr: false, loading: () => <Skeleton className="aspect-square w-full rounded-media" /> });

/** A mask that the server has, and what it was: the same marks are not sent twice. */
interface Sent {
  readonly bytes: Uint8Array;
  readonly mask: Given;
}

const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, index) => byte === b[index]);

/** What is marked on a picture, sent as a mask with the wish. */
function useMarks() {
  const painter = useRef<MaskPainterHandle>(null);
  const sent = useRef<Sent>(undefined);
  const [marked, setMarked] = useState(false);
  const prepare = async (wish: Wish): Promise<Wish | undefined> => {
    if (painter.current === null) return undefined;
    try {
      const png = await painter.current.toPng();
      const bytes = new Uint8Array(await png.arrayBuffer());
      if (sent.current === undefined || !same(sent.current.bytes, bytes)) {
        const view = await sendFile(png, 'mask.png', { purpose: 'mask', on: () => undefined, signal: new AbortController().signal });
        sent.current = { bytes, mask: ofUpload(view, '') };
      }
      return { ...wish, mask: sent.current.mask };
    } catch (error) {
      reportError(error);
      return undefined;
    }
  };
  return { painter, marked, setMarked, prepare };
}

/** Erasing: what should go is painted over on the stage, and the form sends it. */
export function EraseWorkshop() {
  const t = useTranslations('tools');
  const { image } = useDesk(PROCEDURE);
  const { painter, marked, setMarked, prepare } = useMarks();
  return (
    <Workshop
      procedure={PROCEDURE}
      worktop={
        <Worktop procedure={PROCEDURE}>
          {image === undefined ? null : <ErasePainter key={image.url} handle={painter} image={image} alt={image.name === '' ? t('yourPicture') : image.name} onMarked={setMarked} />}
        </Worktop>
      }
      empty={() => <StageDemo procedure={PROCEDURE} />}
      form={(creating) => (
        <CreateForm procedure={PROCEDURE} creating={creating} marked={marked} prepare={prepare}>
          {() => (
            <>
              <ImageField procedure={PROCEDURE} />
              <p className="text-sm text-ink-2">{t('erase.how')}</p>
            </>
          )}
        </CreateForm>
      )}
    />
  );
}
