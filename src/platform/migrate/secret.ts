/** Where the installation's secret comes from. */
export interface SecretPaths {
  /** The file in the data folder, which may not exist. */
  readonly file: string;
  readonly inFile: string | undefined;
  /** `AUTH_SECRET` */
  readonly given: string | undefined;
}

/**
 * Advice on settings that keep sessions, links in mails and sealed engine keys valid: the installation's secret must be
 * the same on both sides. Never contains a secret.
 * @param to the stores with which the installation continues
 */
export function secretAdvice(to: 'embedded' | 'distributed', { file, inFile, given }: SecretPaths): string {
  const stays = 'Sessions and the keys of engines stay valid';
  if (inFile === undefined && given === undefined) {
    return `Neither AUTH_SECRET nor ${file} holds the installation's secret. ${stays} only with the one it has had: set AUTH_SECRET to it in every process.`;
  }
  if (inFile === undefined) return `${stays} as long as AUTH_SECRET is, in every process, what it was before.`;
  if (given === inFile) return `AUTH_SECRET is the secret of ${file}: sessions and the keys of engines stay valid.`;
  if (given === undefined) {
    if (to === 'embedded')
      return `${stays} if ${file} holds the secret that the processes had as AUTH_SECRET; otherwise set AUTH_SECRET to that.`;
    return `${stays} if AUTH_SECRET is set, in every process, to what ${file} holds.`;
  }
  return `AUTH_SECRET and ${file} differ, and AUTH_SECRET is what is used. ${stays} only with the one they were made with: if the installation ran without AUTH_SECRET until now, set it, in every process, to what the file holds.`;
}
