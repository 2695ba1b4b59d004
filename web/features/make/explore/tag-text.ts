import { getTranslations } from 'next-intl/server';
import { PROCEDURES } from '@src/creation/procedures/params.shared';
import { readTag, type Tag } from '@src/creation/publishing/tags.shared';
import { isStyle } from '@/features/make/create/form/styles';
import { toolOf } from '@/features/make/create/form/tools';

/** Tags as people read them. */
export type TagTexts = Readonly<Record<Tag, string>>;

/**
 * The texts of tags in a language: the name of the tool or style; a model's name and what was drawn as they are stored.
 * On the server, so that pages need no messages of tools and styles.
 */
export async function tagTexts(tags: readonly Tag[], locale: string): Promise<TagTexts> {
  const styles = await getTranslations({ locale, namespace: 'image.styles' });
  const tools = await getTranslations({ locale, namespace: 'tools.names' });
  return Object.fromEntries(
    tags.map((tag) => {
      const { kind, name = tag } = readTag(tag) ?? {};
      const procedure = PROCEDURES.find((one) => one === name);
      const isTool = kind === 'tool' && procedure !== undefined;
      return [tag, kind === 'style' && isStyle(name) ? styles(name) : isTool ? tools(toolOf(procedure).id) : name];
    }),
  );
}
