/** A usage limit reads `appName::usageType::IDENTIFIER`. */
export function usageLimit(
  message: string,
): { readonly appName: string; readonly usageType: string; readonly identifier: string } | undefined {
  const [appName, usageType, identifier, more] = message.split('::');
  if (appName === undefined || usageType === undefined || identifier === undefined || more !== undefined)
    return undefined;
  return { appName, usageType, identifier };
}
