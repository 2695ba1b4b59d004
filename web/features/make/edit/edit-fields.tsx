'use client';

import type { FieldsContext } from '@/features/make/create/form/create-form';
import { useDraft } from '@/features/make/create/draft/draft-store';
import { OptionFields } from '@/features/make/tools/fields/option-fields';
import { SlotFields } from '@/features/make/tools/fields/slot-fields';
import { TextFields } from './text-fields';
import { EDIT_PROCEDURE, useEdit } from './use-edit';

/** The fields beside the row of cuts: clips, text overlays, aspect and sound. */
export function EditFields({ context }: { readonly context: FieldsContext }) {
  const { options } = useDraft(EDIT_PROCEDURE);
  const { putClip } = useEdit();
  return (
    <>
      <SlotFields procedure={EDIT_PROCEDURE} onGiven={putClip} />
      <TextFields />
      <OptionFields
        procedure={EDIT_PROCEDURE}
        context={context}
        without={['timeline', ...(options['bed'] === 'none' ? ['bedLoud'] : [])]}
      />
    </>
  );
}
