/** Names of cards as their issuers write them. */
const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** The display name of a card brand. @param brand as the payment provider writes it, such as `visa` */
export const brandName = (brand: string): string => BRANDS[brand.toLowerCase()] ?? brand;
