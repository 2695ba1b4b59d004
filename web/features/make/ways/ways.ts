import { FORMS, slotsOf, type GivenKind, type ProcedureName } from '@src/creation/procedures/params.shared';
import { AVATAR_HREF } from '@/features/make/create/form/modes';
import { ALL_TOOLS, groupOf, toolOf, type ImageInputTool, type ToolGroup } from '@/features/make/create/form/tools';

/** A way to create: a tool, or one of the sub-modes that start from words. */
export interface Way {
  readonly id: ImageInputTool['id'] | 'text' | 'film' | 'avatar';
  readonly procedure: ProcedureName;
  readonly href: string;
  readonly group: ToolGroup;
}

const AVATAR: Way = { id: 'avatar', procedure: 'lipSync.createLipSyncTask', href: AVATAR_HREF, group: 'motion' };
const FROM_WORDS: readonly Way[] = [{ ...toolOf('video.createVideoByText'), group: 'motion' }, { ...toolOf('text2Image.create'), group: 'pictures' }];
const TOOLS: readonly Way[] = ALL_TOOLS.map((tool) => ({ ...tool, group: groupOf(tool) }));

/** The pages that list ways. */
export const WAY_PAGES = {
  all: { href: '/all', ways: [...FROM_WORDS, AVATAR, ...TOOLS] },
  tool: { href: '/app/tool', ways: TOOLS },
  imageTools: { href: '/app/image-tools', ways: TOOLS.filter(({ group }) => group === 'pictures') },
} as const satisfies Readonly<Record<string, { readonly href: string; readonly ways: readonly Way[] }>>;
export type WayPage = keyof typeof WAY_PAGES;

/** What a way is made from: words, where it takes any, and what must be given. */
export type Taken = 'words' | GivenKind;

/** What a call needs, each once, what is given first. */
export function neededBy(procedure: ProcedureName): readonly Taken[] {
  const form = FORMS[procedure];
  const given = slotsOf(form).filter(({ min, name }) => min > 0 && name !== 'mask').flatMap(({ takes }) => takes);
  return [...new Set<Taken>([...given, ...(form.prompt === 'required' || (given.length === 0 && form.prompt === 'optional') ? ['words' as const] : [])])];
}

/** The longest video that a call makes by itself, seconds; nothing for images, and for what is as long as what was given. */
export function longestOf(procedure: ProcedureName): number | undefined {
  const seconds = FORMS[procedure].options['seconds'];
  return seconds?.kind === 'choice' ? Math.max(...seconds.values.map(Number)) : undefined;
}

/** What is compared in a search: without case and without marks on letters. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether each word that was searched for is somewhere in what is said. @param said names and sentences */
export const isFound = (searched: string, said: readonly string[]): boolean => {
  const text = plain(said.join(' '));
  return plain(searched).split(/\s+/).every((word) => text.includes(word));
};
