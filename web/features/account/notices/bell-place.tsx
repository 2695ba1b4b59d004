/** As much room as the bell takes, until it is there: what stands beside it does not move. */
export const BellPlace = () => <span aria-hidden className="size-[var(--control-md)] shrink-0" />;
