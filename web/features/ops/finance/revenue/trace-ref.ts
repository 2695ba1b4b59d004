/** The address of the trace of an invoice, a grant or a user. */
export const traceHref = (of: string): string => `/finance/trace?${new URLSearchParams({ of })}`;
