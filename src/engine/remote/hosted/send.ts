import type { RemoteFileName } from '../operations.shared.js';
import type { RemoteFile, RemoteJob } from '../port.js';
import type { InputFiles } from '../inputs.js';

/** File extension of a media type. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/mp4': 'm4a',
  'audio/ogg': 'ogg',
};
export const extensionOf = (type: string): string => EXTENSIONS[type] ?? 'bin';

/** The files of a job, in the order in which a list of images is sent. */
function filesOfJob({ image, mask, files }: RemoteJob): readonly (readonly [RemoteFileName, RemoteFile])[] {
  const png = (bytes: Uint8Array): RemoteFile => ({ bytes, type: 'image/png' });
  // Object.entries loses the type of the keys.
  const others = Object.entries(files ?? {}) as readonly (readonly [RemoteFileName, RemoteFile])[];
  return [
    ...(image === undefined ? [] : [['image', png(image.png)] as const]),
    ...(mask === undefined ? [] : [['mask', png(mask)] as const]),
    ...others,
  ];
}

/**
 * Sends a job's files to a service, and gives the input that names them. An unsupported request fails before anything
 * is sent.
 * @param inputOf the input for the addresses of the files; throws RemoteFault rejected
 * @param send sends one file, and gives its address or data address
 */
export async function sendFiles(
  job: RemoteJob,
  inputOf: (files: InputFiles) => Readonly<Record<string, unknown>>,
  send: (file: RemoteFile) => Promise<string>,
): Promise<Readonly<Record<string, unknown>>> {
  const files = filesOfJob(job);
  inputOf(Object.fromEntries(files.map(([name]) => [name, ''])));
  return inputOf(
    Object.fromEntries(await Promise.all(files.map(async ([name, file]) => [name, await send(file)] as const))),
  );
}
