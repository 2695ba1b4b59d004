import { JPEG, PNG } from '@trustnxt/c2pa-ts/asset';
import type { Signer } from '@trustnxt/c2pa-ts/cose';
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import {
  ActionAssertion,
  ActionType,
  ClaimVersion,
  DataHashAssertion,
  DigitalSourceType,
  ManifestStore,
} from '@trustnxt/c2pa-ts/manifest';
import { randomUUID } from 'node:crypto';
import { FORMS } from '../../procedures/params.shared.js';
import { LIKENESS, type Claimed, type Signable } from './claim.js';

export { openSigner } from './keys.js';

/**
 * The digital source type of a result, in IPTC's vocabulary (newscodes "digitalsourcetype"). What a trained model draws
 * from text differs from what it makes of an existing image, which is a composite.
 */
export function sourceOf({ procedure, trained }: Claimed): DigitalSourceType {
  switch (FORMS[procedure].provenance) {
    case 'drawn':
      return trained ? DigitalSourceType.TrainedAlgorithmicMedia : DigitalSourceType.AlgorithmicMedia;
    case 'composed':
      return trained ? DigitalSourceType.CompositeWithTrainedAlgorithmicMedia : DigitalSourceType.CompositeSynthetic;
    case 'edited':
      return trained
        ? DigitalSourceType.CompositeWithTrainedAlgorithmicMedia
        : DigitalSourceType.AlgorithmicallyEnhanced;
  }
}

/** Signs a whole file. Its pixels stay identical. */
export async function signFile(
  bytes: Uint8Array,
  type: Signable,
  claimed: Claimed,
  signer: Signer,
): Promise<Uint8Array> {
  const asset = type === 'image/png' ? new PNG(bytes) : new JPEG(bytes);
  const store = new ManifestStore();
  const manifest = store.createManifest({
    claimVersion: ClaimVersion.V2,
    assetFormat: type,
    instanceID: `urn:uuid:${randomUUID()}`,
    defaultHashAlgorithm: 'SHA-256',
    signer,
  });
  // Otherwise the library would report its own version as ours.
  if (manifest.claim !== undefined)
    Object.assign(manifest.claim, { claimGeneratorName: 'Kinora', claimGeneratorVersion: undefined });
  const hash = DataHashAssertion.create('SHA-256');
  manifest.addAssertion(hash);
  const actions = new ActionAssertion();
  actions.actions.push({
    action: ActionType.C2paCreated,
    digitalSourceType: sourceOf(claimed),
    softwareAgent: { name: 'Kinora' },
    ...(FORMS[claimed.procedure].likeness === true ? { parameters: { description: LIKENESS } } : {}),
  });
  manifest.addAssertion(actions);
  await asset.ensureManifestSpace(store.measureSize());
  await hash.updateWithAsset(asset);
  await manifest.sign(signer);
  await asset.writeManifestJUMBF(store.getBytes());
  return asset.getDataRange();
}

/**
 * Checks a file's content credential.
 * @param bytes one of our own PNGs or JPEGs
 * @returns the codes of C2PA 2.1, section 15, and whether all is as signed; undefined if it has no credential
 */
export async function checkCredential(
  bytes: Uint8Array,
  type: Signable,
): Promise<{ readonly valid: boolean; readonly codes: readonly string[] } | undefined> {
  const asset = type === 'image/png' ? new PNG(bytes) : new JPEG(bytes);
  const found = asset.getManifestJUMBF();
  if (found === undefined) return undefined;
  const result = await ManifestStore.read(SuperBox.fromBuffer(Uint8Array.from(found))).validate(asset);
  return { valid: result.isValid, codes: result.statusEntries.map(({ code }) => code) };
}
