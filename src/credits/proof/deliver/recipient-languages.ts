/** The languages of people who receive roots by email. Another context knows them and says so (`use`). */
export class RecipientLanguages {
  private find: (address: string) => Promise<string | undefined> = () => Promise.resolve(undefined);

  use(find: (address: string) => Promise<string | undefined>): void {
    this.find = find;
  }

  /** @returns a BCP 47 tag; English for an address that nobody here uses. @throws StoreUnavailable */
  async of(address: string): Promise<string> {
    return (await this.find(address)) ?? 'en';
  }
}
