/** Names of cards as their issuers write them. */
const BRANDS: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express', discover: 'Discover', diners: 'Diners Club', jcb: 'JCB', unionpay: 'UnionPay' };

/** A card's brand as it is read. @param brand as the payment provider has it, such as `visa` */
export const brandName = (brand: string): string => BRANDS[brand.toLowerCase()] ?? brand;
