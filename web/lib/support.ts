let address: string | undefined;

/** Stores the operator's support address, as sent by the server. */
export function setSupportAddress(next: string | null): void {
  address = next ?? undefined;
}

/** The support link: the operator's address, else the contact page. */
export const supportLink = (contactPage: string): string => (address === undefined ? contactPage : `mailto:${address}`);
