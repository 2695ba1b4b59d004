import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { isRefusedTo, type CountryLimit } from '../../kernel/countries.shared.js';

/** Restricts who may create an account, as configured by the operator. */
export class SignUpGate {
  constructor(private readonly limit: CountryLimit) {}

  /**
   * @param country ISO 3166-1 alpha-2, undefined when unknown
   * @returns PERMISSION_ERROR {reason: country}, or undefined
   */
  refusal(country: string | undefined): ProductError | undefined {
    return isRefusedTo(country, this.limit) ? productError('PERMISSION_ERROR', { reason: 'country' }) : undefined;
  }
}
