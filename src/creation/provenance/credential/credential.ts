import { JPEG, PNG } from '@trustnxt/c2pa-ts/asset';
import type { Signer } from '@trustnxt/c2pa-ts/cose';
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import { ActionAssertion, ActionType, ClaimVersion, DataHashAssertion, DigitalSourceType, ManifestStore } from '@trustnxt/c2pa-ts/manifest';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.js';
import { FORMS, type Params } from '../../procedures/params.shared.js';
import { openSigner, type KeyLocation } from './keys.js';

/** Statement for results that show a real person: tells viewers so, and what the requester declared. */
export const LIKENESS = "Made from a person's likeness; whoever asked for it has declared that the person consents.";

/** What the credential states about a result. */
export interface Claimed {
  readonly procedure: Params['procedure'];
  /** Whether a trained model was involved, and not only rules. */
  readonly trained: boolean;
}

/**
 * The digital source type of a result, in IPTC's vocabulary (newscodes "digitalsourcetype"). What a trained model draws
 * from text differs from what it makes of an existing image, which is a composite.
 */
export function sourceOf({ procedure, trained }: Claimed): DigitalSourceType {
  switch (FORMS[procedure].provenance) {
    case 'drawn': return trained ? DigitalSourceType.TrainedAlgorithmicMedia : DigitalSourceType.AlgorithmicMedia;
    case 'composed': return trained ? DigitalSourceType.CompositeWithTrainedAlgorithmicMedia : DigitalSourceType.CompositeSynthetic;
    case 'edited': return trained ? DigitalSourceType.CompositeWithTrainedAlgorithmicMedia : DigitalSourceType.AlgorithmicallyEnhanced;
  }
}

const canSign = (type: string): type is 'image/png' | 'image/jpeg' => type === 'image/png' || type === 'image/jpeg';

/**
 * Content credentials (C2PA 2.1) for downloads: the creator, the kind of means used, and proof that the file is
 * unchanged. The certificate is this installation's own, so validators report a valid signature of an unknown issuer.
 */
export class ContentCredential {
  private opened: Promise<Signer> | undefined;

  /** @param place storage of the key and the certificate, which are created on first use */
  constructor(private readonly place: KeyLocation, private readonly clock: Clock) {}

  /**
   * Signs a finished file. Its pixels stay identical; nothing may be added to the file afterwards.
   * @param bytes a whole PNG or JPEG; other types are returned unchanged
   */
  async sign(bytes: Uint8Array, type: string, claimed: Claimed): Promise<Uint8Array> {
    if (!canSign(type)) return bytes;
    const signer = await this.signer();
    const asset = type === 'image/png' ? new PNG(bytes) : new JPEG(bytes);
    const store = new ManifestStore();
    const manifest = store.createManifest({ claimVersion: ClaimVersion.V2, assetFormat: type, instanceID: `urn:uuid:${randomUUID()}`, defaultHashAlgorithm: 'SHA-256', signer });
    // Otherwise the library would report its own version as ours.
    if (manifest.claim !== undefined) Object.assign(manifest.claim, { claimGeneratorName: 'Kinora', claimGeneratorVersion: undefined });
    const hash = DataHashAssertion.create('SHA-256');
    manifest.addAssertion(hash);
    const actions = new ActionAssertion();
    actions.actions.push({ action: ActionType.C2paCreated, digitalSourceType: sourceOf(claimed), softwareAgent: { name: 'Kinora' }, ...(FORMS[claimed.procedure].likeness === true ? { parameters: { description: LIKENESS } } : {}) });
    manifest.addAssertion(actions);
    await asset.ensureManifestSpace(store.measureSize());
    await hash.updateWithAsset(asset);
    await manifest.sign(signer);
    await asset.writeManifestJUMBF(store.getBytes());
    return asset.getDataRange();
  }

  private signer(): Promise<Signer> {
    // Retried after a failure, for example when a full disk has space again.
    return (this.opened ??= openSigner(this.place, this.clock.now()).catch((error: unknown) => {
      this.opened = undefined;
      throw error;
    }));
  }
}

/**
 * Checks a file's content credential.
 * @param bytes one of our own PNGs or JPEGs
 * @returns the codes of C2PA 2.1, section 15, and whether all is as signed; undefined if it has no credential
 */
export async function checkCredential(bytes: Uint8Array, type: 'image/png' | 'image/jpeg'): Promise<{ readonly valid: boolean; readonly codes: readonly string[] } | undefined> {
  const asset = type === 'image/png' ? new PNG(bytes) : new JPEG(bytes);
  const found = asset.getManifestJUMBF();
  if (found === undefined) return undefined;
  const result = await ManifestStore.read(SuperBox.fromBuffer(Uint8Array.from(found))).validate(asset);
  return { valid: result.isValid, codes: result.statusEntries.map(({ code }) => code) };
}
