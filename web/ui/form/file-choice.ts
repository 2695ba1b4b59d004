import { defined } from '@src/kernel/defined.shared';
/** Why a file that was offered is not taken. */
export type FileRefusal = 'type' | 'size' | 'empty' | 'many';

/** What a place takes. */
export interface FileRule {
  /** MIME types, such as `image/png` or `image/*`. */
  readonly accept: readonly string[];
  /** Bytes. */
  readonly maxBytes?: number;
  readonly multiple: boolean;
}

interface Offered {
  readonly type: string;
  readonly size: number;
}

/** Whether a MIME type is one of those named; a type that the device does not know is let through, for the server looks at the content. */
export function typeFits(type: string, accept: readonly string[]): boolean {
  return type === '' || accept.some((entry) => entry === type || (entry.endsWith('/*') && type.startsWith(entry.slice(0, -1))));
}

/**
 * Sorts what was dropped, pasted or picked.
 * @returns the files that are taken, in order, and the first reason why others are not
 */
export function chooseFiles<T extends Offered>(offered: readonly T[], rule: FileRule): { readonly taken: readonly T[]; readonly refused?: FileRefusal } {
  const refusals: FileRefusal[] = [];
  const fitting = offered.filter((file) => {
    const refusal = typeFits(file.type, rule.accept) ? (file.size === 0 ? 'empty' : rule.maxBytes !== undefined && file.size > rule.maxBytes ? 'size' : undefined) : 'type';
    if (refusal !== undefined) refusals.push(refusal);
    return refusal === undefined;
  });
  const taken = rule.multiple ? fitting : fitting.slice(0, 1);
  const refused = refusals[0] ?? (taken.length < fitting.length ? 'many' : undefined);
  return { taken, ...defined({ refused }) };
}
