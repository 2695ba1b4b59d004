'use client';

import dynamic from 'next/dynamic';
import { CreateForm } from '@/features/make/create/form/create-form';
import { ModeLinks } from '@/features/make/create/form/mode-links';
import type { ImageInputProcedure } from '@/features/make/create/form/tools';
import { needsMask } from '@/features/make/create/draft/draft-request';
import { Workshop } from '@/features/make/create/workshop';
import { EffectDemo } from '@/features/make/effects/effect-demo';
import { ProcedureFields } from '@/features/make/procedures/fields';
import { DataProvider } from '@/lib/trpc/data-provider';
import { FramePreview } from '../fields/frame-preview';
import type { Masked } from '../mask/mask-workshop';
import { StageDemo } from './stage-demo';
import { Worktop } from './worktop';

const EditBench = dynamic(() => import('@/features/make/edit/edit-bench').then((module) => module.EditBench));
const MaskWorkshop = dynamic(() => import('../mask/mask-workshop').then((module) => module.MaskWorkshop));

const isMasked = (procedure: ImageInputProcedure): procedure is Masked => needsMask(procedure);

/** The page of one tool: input and options on one side, result on the other. */
export function ToolPage({ procedure }: { readonly procedure: ImageInputProcedure }) {
  return (
    <DataProvider>
      {isMasked(procedure) ? (
        <MaskWorkshop procedure={procedure} />
      ) : (
        <Workshop
          procedure={procedure}
          worktop={
            <Worktop procedure={procedure}>
              {procedure === 'imageTools.uncrop' ? (
                <FramePreview />
              ) : procedure === 'videoEdit.createVideoEdit' ? (
                <EditBench />
              ) : null}
            </Worktop>
          }
          empty={() =>
            procedure === 'video.createVideoByTemplate' ? <EffectDemo /> : <StageDemo procedure={procedure} />
          }
          renderForm={(creating) => (
            <CreateForm procedure={procedure} creating={creating}>
              {(context) => (
                <>
                  <ModeLinks at={procedure} />
                  <ProcedureFields procedure={procedure} context={context} />
                </>
              )}
            </CreateForm>
          )}
        />
      )}
    </DataProvider>
  );
}
