import { FORMS, slotsOf, type GivenKind, type ProcedureName } from '@src/creation/procedures/params.shared';
import { AVATAR_HREF } from '@/features/make/create/form/modes';
import { ALL_TOOLS, groupOf, toolOf, type ImageInputTool, type ToolGroup } from '@/features/make/create/form/tools';

/** A way to create: a tool, or a sub-mode that starts from a prompt. */
export interface Way {
  readonly id: ImageInputTool['id'] | 'text' | 'film' | 'avatar';
  readonly procedure: ProcedureName;
  readonly href: string;
  readonly group: ToolGroup;
}

const AVATAR: Way = { id: 'avatar', procedure: 'lipSync.createLipSyncTask', href: AVATAR_HREF, group: 'motion' };
const FROM_WORDS: readonly Way[] = [
  { ...toolOf('video.createVideoByText'), group: 'motion' },
  { ...toolOf('text2Image.create'), group: 'pictures' },
];
const TOOLS: readonly Way[] = ALL_TOOLS.map((tool) => ({ ...tool, group: groupOf(tool) }));

/** The pages that list ways. */
export const WAY_PAGES = {
  all: { href: '/app/tool', ways: [...FROM_WORDS, AVATAR, ...TOOLS] },
  imageTools: { href: '/app/image-tools', ways: TOOLS.filter(({ group }) => group === 'pictures') },
} as const satisfies Readonly<Record<string, { readonly href: string; readonly ways: readonly Way[] }>>;
export type WayPage = keyof typeof WAY_PAGES;

/** An input of a way: a prompt, or a kind of file. */
export type Taken = 'words' | GivenKind;

/** The inputs of a procedure without duplicates, required ones first. */
export function neededBy(procedure: ProcedureName): readonly Taken[] {
  const form = FORMS[procedure];
  const given = slotsOf(form)
    .filter(({ min, name }) => min > 0 && name !== 'mask')
    .flatMap(({ takes }) => takes);
  return [
    ...new Set<Taken>([
      ...given,
      ...(form.prompt === 'required' || (given.length === 0 && form.prompt === 'optional') ? ['words' as const] : []),
    ]),
  ];
}

/** The maximum length of a procedure's video in seconds. Undefined for images, and where the input sets the length. */
export function longestOf(procedure: ProcedureName): number | undefined {
  const seconds = FORMS[procedure].options['seconds'];
  return seconds?.kind === 'choice' ? Math.max(...seconds.values.map(Number)) : undefined;
}

/** Normalises text for search: lower case, without diacritics. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether every word of a search occurs in a text. @param said names and sentences */
export const isFound = (searched: string, said: readonly string[]): boolean => {
  const text = plain(said.join(' '));
  return plain(searched)
    .split(/\s+/)
    .every((word) => text.includes(word));
};
