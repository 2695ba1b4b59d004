import type { OptionValue, ProcedureName } from '@src/creation/procedures/params.shared';
import { frameOf } from '@/features/make/tools/fields/frame';
import { emptyDraft, type Draft } from './draft';
import type { Given } from './given-inputs';

/**
 * What a tool is set to that is offered for an image, where its first values make nothing of one: a frame that is wider
 * than the image.
 */
export const firstOptions = (
  procedure: ProcedureName,
  given: Pick<Given, 'width' | 'height'>,
): Readonly<Record<string, OptionValue>> => (procedure === 'imageTools.uncrop' ? { ...frameOf('wider', given) } : {});

/** The draft of a tool that is offered for an image or video. */
export function firstDraft(procedure: ProcedureName, given: Pick<Given, 'width' | 'height'>): Draft {
  const empty = emptyDraft(procedure);
  return { ...empty, options: { ...empty.options, ...firstOptions(procedure, given) } };
}
