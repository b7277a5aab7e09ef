/** What a lot of a product is made of: of a pair what is bought with the other, 'EUR' of 'EUR/USD'; what is no pair is itself, 'US30'. */
export const baseCode = (showCode: string): string => showCode.split('/')[0] || showCode;
