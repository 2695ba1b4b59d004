import type { Signer } from '@trustnxt/c2pa-ts/cose';
import type { Clock } from '../../../kernel/clock.js';
import type { Claimed, Signable } from './claim.js';
import type { KeyLocation } from './key-location.js';

const canSign = (type: string): type is Signable => type === 'image/png' || type === 'image/jpeg';

/** Loaded at the first signature, not at every start: the libraries have some 190 modules. */
const signing = () => import('./sign.js');

/**
 * Content credentials (C2PA 2.1) for downloads: the creator, the kind of means used, and proof that the file is
 * unchanged. The certificate is this installation's own, so validators report a valid signature of an unknown issuer.
 */
export class ContentCredential {
  private opened: Promise<Signer> | undefined;

  /** @param place storage of the key and the certificate, which are created on first use */
  constructor(
    private readonly place: KeyLocation,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs a finished file. Its pixels stay identical; nothing may be added to the file afterwards.
   * @param bytes a whole PNG or JPEG; other types are returned unchanged
   */
  async sign(bytes: Uint8Array, type: string, claimed: Claimed): Promise<Uint8Array> {
    if (!canSign(type)) return bytes;
    const { signFile } = await signing();
    return signFile(bytes, type, claimed, await this.signer());
  }

  private signer(): Promise<Signer> {
    // Retried after a failure, for example when a full disk has space again.
    return (this.opened ??= this.open().catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    }));
  }

  private async open(): Promise<Signer> {
    const { openSigner } = await signing();
    return openSigner(this.place, this.clock.now());
  }
}
