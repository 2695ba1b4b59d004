/** What of mailparser the tests use; it brings no types of its own. */
declare module 'mailparser' {
  interface Addresses {
    readonly value: readonly { readonly name: string; readonly address?: string }[];
  }
  interface ParsedMail {
    readonly subject?: string;
    readonly text?: string;
    readonly html: string | false;
    readonly date?: Date;
    readonly messageId?: string;
    readonly from?: Addresses;
    readonly to?: Addresses | readonly Addresses[];
    readonly bcc?: Addresses;
    readonly headers: ReadonlyMap<string, unknown>;
  }
  export function simpleParser(source: string | Uint8Array): Promise<ParsedMail>;
}
