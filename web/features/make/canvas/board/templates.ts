import type { ProcedureName } from '@src/creation/procedures/params.shared';
import type { BoardContent, BoardNode, NodeId } from '@src/creation/boards/board.shared';
import { EMPTY_BOARD, STEP, withEdge, withNode } from './edit';
import type { Feeds } from './graph';
import { newCreation } from '../nodes/node-request';

type Begin = 'words' | 'given';

/** A board to begin with: what stands first, and the calls that follow, each fed by the one before. */
interface Template {
  readonly begin: Begin;
  readonly steps: readonly { readonly procedure: ProcedureName; readonly feeds: Feeds }[];
}

/** Boards to begin with, by the names of their words. */
export const TEMPLATES = {
  film: {
    begin: 'words',
    steps: [
      { procedure: 'text2Image.create', feeds: 'prompt' },
      { procedure: 'video.createVideoByImage', feeds: 'image' },
    ],
  },
  backdrop: {
    begin: 'given',
    steps: [
      { procedure: 'imageTools.backgroundRemover', feeds: 'image' },
      { procedure: 'imageTools.backgroundChanger', feeds: 'image' },
    ],
  },
  look: {
    begin: 'given',
    steps: [
      { procedure: 'image2Image.create', feeds: 'image' },
      { procedure: 'imageTools.upscale', feeds: 'image' },
    ],
  },
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateName = keyof typeof TEMPLATES;

export interface TemplateParts {
  readonly newId: () => NodeId;
  /** A model that serves a call; undefined where there is none. */
  readonly modelFor: (procedure: ProcedureName) => string | undefined;
  readonly seed: () => number;
  /** The words that it begins with. */
  readonly text: string;
}

/** The board of a template; undefined where a call of it is not offered. */
export function boardOf(name: TemplateName, { newId, modelFor, seed, text }: TemplateParts): BoardContent | undefined {
  const template: Template = TEMPLATES[name];
  const id = newId();
  const first: BoardNode =
    template.begin === 'words' ? { kind: 'words', id, x: 0, y: 0, text } : { kind: 'given', id, x: 0, y: 0, ref: null };
  let content = withNode(EMPTY_BOARD, first);
  let from = id;
  for (const [index, { procedure, feeds }] of template.steps.entries()) {
    const model = modelFor(procedure);
    if (model === undefined) return undefined;
    const to = newId();
    const node = newCreation({
      id: to,
      procedure,
      model,
      seed: seed(),
      x: (index + 1) * STEP.beside,
      y: 0,
      prompt: template.begin === 'given' && procedure === 'imageTools.backgroundChanger' ? text : '',
    });
    content = withEdge(withNode(content, node), { from, to, feeds });
    from = to;
  }
  return content;
}
