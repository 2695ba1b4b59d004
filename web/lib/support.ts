let address: string | undefined;

/** Stores the operator's support address, as sent by the server. */
export function setSupportAddress(next: string | null): void {
  address = next ?? undefined;
}

/** Where a visitor writes when something does not work: the operator's address, else the page with the contact form. */
export const supportLink = (contactPage: string): string => (address === undefined ? contactPage : `mailto:${address}`);
