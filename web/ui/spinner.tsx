/** A small turning ring; decoration beside words. */
export function Spinner() {
  return <span aria-hidden className="size-[15px] shrink-0 animate-spin rounded-full border-2 border-current border-e-transparent motion-reduce:animate-none" />;
}
