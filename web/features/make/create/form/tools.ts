import {
  definitionOf,
  FORMS,
  PROCEDURES,
  slotsOf,
  type DefinitionOf,
  type GivenKind,
  type ProcedureName,
} from '@src/creation/procedures/params.shared';

/** A procedure with its page, and the key of its messages and samples. */
export interface Tool<P extends ProcedureName = ProcedureName> {
  readonly procedure: P;
  readonly id: DefinitionOf<P>['key'];
  readonly href: string;
}

/** Procedures whose page has the common layout: the input on one side, the result on the other. */
export type ImageInputProcedure = Exclude<ProcedureName, 'text2Image.create' | 'video.createVideoByText'>;
export type ImageInputTool = Tool<ImageInputProcedure>;

/** A procedure's page and message key. */
export function toolOf<P extends ProcedureName>(procedure: P): Tool<P> {
  const { key, href } = definitionOf(procedure);
  // The key belongs to this procedure.
  return { procedure, id: key as Tool<P>['id'], href };
}

const isImageInputProcedure = (procedure: ProcedureName): procedure is ImageInputProcedure =>
  procedure !== 'text2Image.create' && procedure !== 'video.createVideoByText';

/** All tools, in the order of display. */
export const ALL_TOOLS: readonly ImageInputTool[] = PROCEDURES.filter(isImageInputProcedure).map((procedure) =>
  toolOf<ImageInputProcedure>(procedure),
);

/** Whether a tool works on one input of a kind alone. True also if it needs a mask painted on that input. */
const worksOn =
  (kind: GivenKind) =>
  ({ procedure }: ImageInputTool): boolean => {
    const [main, ...others] = slotsOf(FORMS[procedure]).filter(({ min, name }) => min > 0 && name !== 'mask');
    return main !== undefined && others.length === 0 && main.min === 1 && main.takes.includes(kind);
  };

/** Whether a tool accepts one input of a kind and requires none. */
const mayWorkOn =
  (kind: GivenKind) =>
  ({ procedure }: ImageInputTool): boolean => {
    const slots = slotsOf(FORMS[procedure]);
    return slots.every(({ min }) => min === 0) && slots[0]?.takes.includes(kind) === true;
  };

/** The tools that work on an image. */
export const IMAGE_INPUT_TOOLS: readonly ImageInputTool[] = ALL_TOOLS.filter(worksOn('image'));

/** The tools that accept an image or a video, including those that do not require one. */
export const toolsFor = (kind: GivenKind): readonly ImageInputTool[] =>
  ALL_TOOLS.filter((tool) => worksOn(kind)(tool) || mayWorkOn(kind)(tool));

/** The sections of the tools page. */
export const TOOL_GROUPS = ['pictures', 'motion', 'videos'] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

/** A tool's section, by its input and its result. */
export function groupOf({ procedure }: Pick<Tool, 'procedure'>): ToolGroup {
  const [main] = slotsOf(FORMS[procedure]).filter(({ min }) => min > 0);
  if (main?.takes.includes('video') === true) return 'videos';
  return FORMS[procedure].makes === 'video' ? 'motion' : 'pictures';
}
