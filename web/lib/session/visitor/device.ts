import { newId } from '@/lib/random';
import { DEVICE_NUMBER_PREFIX } from '@src/identity/sessions/device-number.shared';

/** Local storage key of the device id. */
const KEY = 'browserId';
const SHAPE = /^[A-Za-z0-9_-]{16,128}$/;

/** This browser's device id, created once and stored. An invalid stored value is replaced. */
export function browserId(): string {
  const stored = localStorage.getItem(KEY);
  if (stored !== null && SHAPE.test(stored)) return stored;
  const minted = newId();
  localStorage.setItem(KEY, minted);
  return minted;
}

/** Forgets the device id once it belongs to an account. The next visitor in this browser gets a new one. */
export function forgetBrowserId(): void {
  localStorage.removeItem(KEY);
}

/** Lower-case hex SHA-256 of `DEVICE_NUMBER_PREFIX` and the device id. */
export async function deviceNumber(deviceId: string): Promise<string> {
  const message = new TextEncoder().encode(DEVICE_NUMBER_PREFIX + deviceId);
  // Typed as always present, but missing on a plain http address other than localhost.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return (await import('./sha256')).sha256(message);
  const digest = await subtle.digest('SHA-256', message);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
