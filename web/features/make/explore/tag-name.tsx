'use client';

import { readTag, type Tag } from '@src/creation/publishing/tags.shared';
import { useDrawnNames } from '@/features/make/create/prompt-reading/use-drawn-as';

/** A tag as people read it. @param text of `tagTexts`; replaced for what was drawn, when its name has loaded */
export function TagName({ tag, text }: { readonly tag: Tag; readonly text: string }) {
  const { kind, name = '' } = readTag(tag) ?? {};
  const drawn = useDrawnNames(kind === 'subject');
  return <bdi>{kind === 'subject' && drawn !== undefined && Object.hasOwn(drawn, name) ? drawn[name] : text}</bdi>;
}
