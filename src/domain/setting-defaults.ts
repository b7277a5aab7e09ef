/** What a setting is while nobody has set it, and when a flag is on. Apart from the long list of flags, so that a page need not carry that. */

/** Everything that is not on-or-off, with its default. */
export const SETTING_DEFAULTS = {
  site_name: 'Outcry',
  logo: '',
  /** The money of every account, by its code: what the page writes behind sums. */
  currency: 'USD',
  /** Sent because the specification lists it; our page writes the code instead. */
  currency_symbol: '$',
  default_lang: 'en',
  /** GMT offset in hours or an IANA name (decision D0.16). */
  timezone: '0',
  service_link: '',
  /** '1' frame, '2' mail, '3' direct link. */
  service_link_type: '3',
  customer_tag: '',
  /** '3' no code, '2' image captcha, anything else a sent code. */
  verify_reg_type: '1',
  /** Hours within which a review of an identity is usually decided; '' says nothing of it. */
  review_hours: '',
  /** '1' lots x rate, anything else margin x rate. */
  trade_fee_type: '1',
  /** '0' a lost micro trade costs the whole stake, anything else stake x ratio. */
  micro_loss_level: '0',
  /** Margin level in percent at or below which positions are closed (decision D1.3.18). */
  stop_out_level: '50',
  margin_call_level: '100',
  /** Opening balance of a demo account. */
  demo_balance: '10000',
  theme_primary: '#85bd00',
  theme_up: '#85bd00',
  theme_down: '#f6543e',
  theme_kline_up: '#85bd00',
  theme_kline_down: '#f6543e',
  /** Profiles of the socket beside the base one, comma separated; '' for base only. */
  ws_profiles: '',
} as const;

/** True only for '1' or 1: a missing flag is off (decision D0.19). */
export const isOn = (value: unknown): boolean => String(value) === '1';
