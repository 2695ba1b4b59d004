import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { isRefusedTo, type CountryLimit } from '../../kernel/countries.shared.js';

/** Who may make an account, as the operator has set it. */
export class SignUpGate {
  constructor(private readonly limit: CountryLimit) {}

  /** @param country ISO 3166-1 alpha-2, undefined where no one knows it. @returns PERMISSION_ERROR {reason: country}, or nothing */
  refusal(country: string | undefined): ProductError | undefined {
    return isRefusedTo(country, this.limit) ? productError('PERMISSION_ERROR', { reason: 'country' }) : undefined;
  }
}
