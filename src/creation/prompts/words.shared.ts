import type { Params, ProcedureName, Style } from '../procedures/params.shared.js';
import type { Understanding } from '../tasks/task.shared.js';

/** What of a call's words will be in the result, what will not, and what could be written instead. */
export interface WordsView extends Understanding {
  /** Why nothing would be made of them; the reason that a press is refused with. */
  readonly lacks?: 'nothing-drawn' | 'nothing-changed' | 'no-sound';
  readonly near: readonly { readonly word: string; readonly offers: readonly string[] }[];
}

/** Of a call's settings, those by which it draws its words. */
export function drawnBy(params: Params): { readonly procedure: ProcedureName; readonly style: Style; readonly shots: number } {
  const { procedure } = params;
  switch (procedure) {
    case 'video.createVideoByTextV2': return { procedure, style: params.style, shots: params.shots };
    case 'text2Image.create': case 'image2Image.create': case 'imageTools.painting': case 'video.createVideoByText': case 'aiShorts.create': return { procedure, style: params.style, shots: 1 };
    case 'imageTools.backgroundChanger': return { procedure, style: params.background.kind === 'prompt' ? params.background.style : 'natural', shots: 1 };
    default: return { procedure, style: 'natural', shots: 1 };
  }
}
