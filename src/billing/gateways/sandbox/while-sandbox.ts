import { Inject, Injectable, NotFoundException, type CanActivate } from '@nestjs/common';
import { CONFIG } from '../../../platform/tokens.js';

/** Keeps the sandbox's pages away where real payments are taken. */
@Injectable()
export class WhileSandbox implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: { readonly stripe?: object }) {}

  canActivate(): boolean {
    if (this.config.stripe !== undefined) throw new NotFoundException();
    return true;
  }
}
