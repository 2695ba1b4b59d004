/** A part of a whole as a bar. The figures beside it say the same. @param share 0 to 1 */
export function ShareBar({ share }: { readonly share: number }) {
  return (
    <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-surface-3">
      <span className="block h-full rounded-full bg-[var(--data-1)]" style={{ inlineSize: `${share * 100}%` }} />
    </span>
  );
}
