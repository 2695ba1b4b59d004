import { defined } from '@src/kernel/defined.shared';
/** Why a file is refused. */
export type FileRefusal = 'type' | 'size' | 'empty' | 'many';

/** The files that a field accepts. */
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

/** Whether a MIME type is accepted. An unknown type passes, because the server checks the content. */
export function typeFits(type: string, accept: readonly string[]): boolean {
  return (
    type === '' ||
    accept.some((entry) => entry === type || (entry.endsWith('/*') && type.startsWith(entry.slice(0, -1))))
  );
}

/**
 * Filters dropped, pasted or chosen files.
 * @returns the accepted files in order, and the first reason for a refusal
 */
export function chooseFiles<T extends Offered>(
  offered: readonly T[],
  rule: FileRule,
): { readonly taken: readonly T[]; readonly refused?: FileRefusal } {
  const refusals: FileRefusal[] = [];
  const fitting = offered.filter((file) => {
    const refusal = typeFits(file.type, rule.accept)
      ? file.size === 0
        ? 'empty'
        : rule.maxBytes !== undefined && file.size > rule.maxBytes
          ? 'size'
          : undefined
      : 'type';
    if (refusal !== undefined) refusals.push(refusal);
    return refusal === undefined;
  });
  const taken = rule.multiple ? fitting : fitting.slice(0, 1);
  const refused = refusals[0] ?? (taken.length < fitting.length ? 'many' : undefined);
  return { taken, ...defined({ refused }) };
}
