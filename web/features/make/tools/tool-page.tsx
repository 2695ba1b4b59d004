'use client';

import dynamic from 'next/dynamic';
import { isPlain, type PlainName } from '@src/creation/procedures/params.shared';
import { CreateForm, type FieldsContext } from '@/features/make/create/create-form';
import { ModeLinks } from '@/features/make/create/mode-links';
import type { PictureProcedure } from '@/features/make/create/tools';
import { needsMask } from '@/features/make/create/wish';
import { Workshop } from '@/features/make/create/workshop';
import { EditFields } from '@/features/make/edit/edit-fields';
import { EffectDemo } from '@/features/make/effects/effect-demo';
import { EffectFields } from '@/features/make/effects/effect-fields';
import { DataProvider } from '@/lib/trpc/data-provider';
import { AnimateFields } from './animate-fields';
import { BackdropFields } from './backdrop-fields';
import { CameraFields } from './camera-fields';
import { CastFields } from './cast-fields';
import { FRAME_OPTIONS } from './frame';
import { FrameFields } from './frame-fields';
import { FramePreview } from './frame-preview';
import { ImageField } from './image-field';
import { LipSyncFields } from './lip-sync-fields';
import type { Masked } from './mask-workshop';
import { PlainFields } from './plain-fields';
import { PromoFields } from './promo-fields';
import { RestyleFields } from './restyle-fields';
import { ShortFields } from './short-fields';
import { SoundFields } from './sound-fields';
import { StageDemo } from './stage-demo';
import { UpscaleFields } from './upscale-fields';
import { Worktop } from './worktop';

const EditBench = dynamic(() => import('@/features/make/edit/edit-bench').then((module) => module.EditBench));
const MaskWorkshop = dynamic(() => import('./mask-workshop').then((module) => module.MaskWorkshop));

/** What a tool asks, the picture included. */
function Fields({ procedure, context }: { readonly procedure: PictureProcedure; readonly context: FieldsContext }) {
  if (procedure === 'audioVideo.createAudioVideo') return <SoundFields context={context} />;
  if (procedure === 'video.createVideoBySubjects') return <CastFields context={context} />;
  if (procedure === 'video.createVideoByImageV2') return <CameraFields context={context} />;
  if (procedure === 'aiShorts.create') return <ShortFields context={context} />;
  if (procedure === 'video.createVideoByTemplate') return <EffectFields kind="template" context={context} />;
  if (procedure === 'anime.createAnimatedVideo') return <EffectFields kind="look" context={context} />;
  if (procedure === 'template2Image.create') return <EffectFields kind="design" context={context} />;
  if (procedure === 'template2Image.productPromotionalImage') return <PromoFields context={context} />;
  if (procedure === 'lipSync.createLipSyncTask') return <LipSyncFields context={context} />;
  if (procedure === 'videoEdit.createVideoEdit') return <EditFields context={context} />;
  if (isPlain(procedure)) return <PlainFields procedure={procedure} context={context} {...(procedure === 'imageTools.uncrop' ? { own: <FrameFields />, without: FRAME_OPTIONS } : {})} />;
  return (
    <>
      <ImageField procedure={procedure} />
      <OwnFields procedure={procedure} context={context} />
    </>
  );
}

/** What is asked beside the picture. */
function OwnFields({ procedure, context }: { readonly procedure: Exclude<PictureProcedure, PlainName>; readonly context: FieldsContext }) {
  switch (procedure) {
    case 'imageTools.upscale':
      return <UpscaleFields model={context.model} />;
    case 'imageTools.backgroundChanger':
      return <BackdropFields context={context} />;
    case 'image2Image.create':
      return <RestyleFields context={context} />;
    case 'video.createVideoByImage':
      return <AnimateFields />;
    case 'imageTools.objectRemover':
    case 'imageTools.painting':
    case 'imageTools.backgroundRemover':
      return null;
    default:
      return procedure satisfies never;
  }
}

const isMasked = (procedure: PictureProcedure): procedure is Masked => needsMask(procedure);

/** One tool: the picture and what it asks on one side, what comes of it on the other. */
export function ToolPage({ procedure }: { readonly procedure: PictureProcedure }) {
  return (
    <DataProvider>
      {isMasked(procedure) ? (
        <MaskWorkshop procedure={procedure} />
      ) : (
        <Workshop
          procedure={procedure}
          worktop={<Worktop procedure={procedure}>{procedure === 'imageTools.uncrop' ? <FramePreview /> : procedure === 'videoEdit.createVideoEdit' ? <EditBench /> : null}</Worktop>}
          empty={() => (procedure === 'video.createVideoByTemplate' ? <EffectDemo /> : <StageDemo procedure={procedure} />)}
          form={(creating) => (
            <CreateForm procedure={procedure} creating={creating}>
              {(context) => (
                <>
                  <ModeLinks at={procedure} />
                  <Fields procedure={procedure} context={context} />
                </>
              )}
            </CreateForm>
          )}
        />
      )}
    </DataProvider>
  );
}
