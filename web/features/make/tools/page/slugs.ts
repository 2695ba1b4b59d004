import { ALL_TOOLS, type ImageInputProcedure, type ImageInputTool } from '@/features/make/create/form/tools';

const PREFIX = '/tools/';

/** The tools with a page under `/tools`, by the last part of its address. */
export const TOOL_SLUGS: Readonly<Record<string, ImageInputProcedure>> = Object.fromEntries(
  ALL_TOOLS.flatMap(({ href, procedure }) => (href.startsWith(PREFIX) ? [[href.slice(PREFIX.length), procedure]] : [])),
);

/** The tool at an address under `/tools`; undefined if there is none. */
export const toolAt = (slug: string): ImageInputTool | undefined =>
  ALL_TOOLS.find(({ href }) => href === `${PREFIX}${slug}`);
