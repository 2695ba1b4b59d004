import { definitionOf, FORMS, PROCEDURES, slotsOf, type DefinitionOf, type GivenKind, type ProcedureName } from '@src/creation/procedures/params.shared';

/** A call with its page, and the key of its texts and samples. */
export interface Tool<P extends ProcedureName = ProcedureName> {
  readonly procedure: P;
  readonly id: DefinitionOf<P>['key'];
  readonly href: string;
}

/** Calls that have a page of the same make: what is given on one side, what comes of it on the other. */
export type ImageInputProcedure = Exclude<ProcedureName, 'text2Image.create' | 'video.createVideoByText'>;
export type ImageInputTool = Tool<ImageInputProcedure>;

/** A call's page and the key of its texts. */
export function toolOf<P extends ProcedureName>(procedure: P): Tool<P> {
  const { key, href } = definitionOf(procedure);
  // The key is the one of this very procedure.
  return { procedure, id: key as Tool<P>['id'], href };
}

const isImageInputProcedure = (procedure: ProcedureName): procedure is ImageInputProcedure => procedure !== 'text2Image.create' && procedure !== 'video.createVideoByText';

/** Every tool, in the order in which it is offered. */
export const ALL_TOOLS: readonly ImageInputTool[] = PROCEDURES.filter(isImageInputProcedure).map((procedure) => toolOf<ImageInputProcedure>(procedure));

/** What can be done with one thing of a kind alone: what it works on, and where marks are painted on that. */
const worksOn = (kind: GivenKind) => ({ procedure }: ImageInputTool): boolean => {
  const [main, ...others] = slotsOf(FORMS[procedure]).filter(({ min, name }) => min > 0 && name !== 'mask');
  return main !== undefined && others.length === 0 && main.min === 1 && main.takes.includes(kind);
};

/** What may work on one thing of a kind, and needs nothing. */
const mayWorkOn = (kind: GivenKind) => ({ procedure }: ImageInputTool): boolean => {
  const slots = slotsOf(FORMS[procedure]);
  return slots.every(({ min }) => min === 0) && slots[0]?.takes.includes(kind) === true;
};

/** What is done with an image. */
export const IMAGE_INPUT_TOOLS: readonly ImageInputTool[] = ALL_TOOLS.filter(worksOn('image'));

/** What can be done with an image or a video, also by tools that need none. */
export const toolsFor = (kind: GivenKind): readonly ImageInputTool[] => ALL_TOOLS.filter((tool) => worksOn(kind)(tool) || mayWorkOn(kind)(tool));

/** How the tools stand on their page. */
export const TOOL_GROUPS = ['pictures', 'motion', 'videos'] as const;
export type ToolGroup = (typeof TOOL_GROUPS)[number];

/** Where a tool stands: by what it works on and what comes of it. */
export function groupOf({ procedure }: Pick<Tool, 'procedure'>): ToolGroup {
  const [main] = slotsOf(FORMS[procedure]).filter(({ min }) => min > 0);
  if (main?.takes.includes('video') === true) return 'videos';
  return FORMS[procedure].makes === 'video' ? 'motion' : 'pictures';
}
