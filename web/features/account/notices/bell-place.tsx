/** Placeholder of the bell's size until it is loaded, to avoid a layout shift. */
export const BellPlace = () => <span aria-hidden className="size-[var(--control-md)] shrink-0" />;
