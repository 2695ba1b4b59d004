import type { Brand } from '../../kernel/brand.js';

/** What a tag names: a tool, a style of the Preview engine, what that engine drew, or a model. */
export const TAG_KINDS = ['tool', 'style', 'subject', 'model'] as const;
export type TagKind = (typeof TAG_KINDS)[number];

/** A tag of a work as it is stored and in addresses: `<kind>:<name>`. */
export type Tag = Brand<string, 'Tag'>;

/** Tags of a work. Analytics accepts as many. */
export const MAX_TAGS = 10;

const TAG = /^(tool|style|subject|model):([A-Za-z0-9_.:/-]{1,50})$/;

/** A tag and its parts. */
export interface TagParts {
  readonly tag: Tag;
  readonly kind: TagKind;
  readonly name: string;
}

/** Reads a tag; undefined for any other text. */
export function readTag(text: string): TagParts | undefined {
  const [, kind, name] = TAG.exec(text) ?? [];
  const known = TAG_KINDS.find((one) => one === kind);
  // The pattern is the definition of a tag.
  return known === undefined || name === undefined ? undefined : { tag: text as Tag, kind: known, name };
}

/** The tag that an address names. A name alone is a style, as in older links. */
export const tagIn = (text: string): TagParts | undefined => readTag(text.includes(':') ? text : `style:${text}`);
