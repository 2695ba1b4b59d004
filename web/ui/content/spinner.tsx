/** A small spinner. Decorative, beside text. */
export function Spinner() {
  return (
    <span
      aria-hidden
      className="size-[15px] shrink-0 [animation:var(--animate-spin),var(--animate-late)] rounded-full border-2 border-current border-e-transparent motion-reduce:[animation:var(--animate-late)]"
    />
  );
}
