'use client';

import dynamic from 'next/dynamic';
import { CreateForm, type FieldsContext } from '@/features/create/create-form';
import type { PictureProcedure } from '@/features/create/tools';
import { Workshop } from '@/features/create/workshop';
import { DataProvider } from '@/lib/trpc/data-provider';
import { AnimateFields } from './animate-fields';
import { BackdropFields } from './backdrop-fields';
import { ImageField } from './image-field';
import { RestyleFields } from './restyle-fields';
import { StageDemo } from './stage-demo';
import { UpscaleFields } from './upscale-fields';
import { Worktop } from './worktop';

const EraseWorkshop = dynamic(() => import('./erase-workshop').then((module) => module.EraseWorkshop));

/** What a tool asks beside the picture. */
function Fields({ procedure, context }: { readonly procedure: PictureProcedure; readonly context: FieldsContext }) {
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
    case 'imageTools.backgroundRemover':
      return null;
    default:
      return procedure satisfies never;
  }
}

/** One tool: the picture and what it asks on one side, what comes of it on the other. */
export function ToolPage({ procedure }: { readonly procedure: PictureProcedure }) {
  return (
    <DataProvider>
      {procedure === 'imageTools.objectRemover' ? (
        <EraseWorkshop />
      ) : (
        <Workshop
          procedure={procedure}
          worktop={<Worktop procedure={procedure} />}
          empty={() => <StageDemo procedure={procedure} />}
          form={(creating) => (
            <CreateForm procedure={procedure} creating={creating}>
              {(context) => (
                <>
                  <ImageField procedure={procedure} />
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
