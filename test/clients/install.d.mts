export function installClients(): string;
