import { Inject, Injectable, NotFoundException, type CanActivate } from '@nestjs/common';
import { CONFIG } from '../../../platform/tokens.js';
import { takesRealPayments, type GatewaySettings } from '../settings.shared.js';

/** Disables the sandbox's pages where real payments are taken. */
@Injectable()
export class WhileSandbox implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: { readonly gateways: GatewaySettings }) {}

  canActivate(): boolean {
    if (takesRealPayments(this.config.gateways)) throw new NotFoundException();
    return true;
  }
}
