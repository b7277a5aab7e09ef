/**
 * An e-mail address, a number or a host: from left to right in every language. Where it has no room it goes on below, from an @, a dot or
 * another sign of its own, so that no part of it is cut in two as long as one fits a line.
 */
export const AddressText = ({ address }: { address: string }) => (
  <bdi dir="ltr">{address.split(/(?=[@._+])/).flatMap((part) => [<wbr key={part} />, part])}</bdi>
);
