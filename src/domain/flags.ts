/**
 * Every name of the site's configuration with its default (specification S1 and S2 section 9, additive ones of the decisions).
 * All values are strings (decision D1.7.12). A name that is not here does not exist: nothing reads it, no route serves it.
 */
import { COMPANY_SETTING_DEFAULTS, type CompanySetting } from './company.ts';
import { MICRO_SETTING_DEFAULTS, type MicroSetting } from './micro-settings.ts';
import { SETTING_DEFAULTS } from './setting-defaults.ts';

/** Bank account fields whose flags are '1' shown and required, '2' optional, else hidden (decision D2.5.07). */
const BANK_ACCOUNT_FIELDS = [
  'bank_code',
  'bank_address',
  'routing_number',
  'swift',
  'ifsc',
  'iban',
  'branch',
  'payee_address',
  'post_code',
] as const;
/** Loan identity fields with a flag; name and last name always show (decision D2.5.09). */
const LOAN_FIELDS = [
  'sex',
  'birthday',
  'country',
  'mobile',
  'id_card_type',
  'id_number',
  'hand_pic',
  'age',
  'contact_info',
  'loan_amount',
  'social_security',
  'has_family',
  'address_detail',
  'job',
  'work_years',
  'work_address',
  'personal_income',
  'family_income',
  'annual_income',
  'other_income',
  'annual_savings',
  'debt_info',
  'has_pension',
  'has_house',
  'house_cert',
  'has_car',
  'car_cert',
  'passport_photo',
  'credit_score',
  'tax_bill',
] as const;

/** On-or-off names: on only when the value is '1' (decision D0.19). */
export const FLAGS = [
  'is_micro',
  'is_dark_mode',
  'is_hazard_rate',
  'only_one_account',
  'is_internal_message',
  'is_home_search',
  'is_home_title_pic',
  'is_home_balance_recharge',
  'is_home_balance_withdraw',
  'is_recharge_contact',
  'is_withdraw_contact',
  'is_user_show_level',
  'is_user_show_credit',
  'is_register_email',
  'is_register_phone',
  'is_mock_login',
  'is_real_name_auth',
  'is_register_auth',
  'is_auth_ssn',
  'is_auth_hand_pic',
  'is_register_pay_pwd',
  'is_register_invite_code',
  'invite_code_required',
  'is_reset_password_verify',
  'is_recharge_crypto',
  'is_recharge_bank_card',
  'is_recharge_blank_contact',
  'is_recharge_auth',
  'is_withdraw_crypto',
  'is_withdraw_bank_card',
  'is_withdraw_bank_contact',
  'is_withdraw_account_input',
  'is_withdraw_pay_pwd',
  'is_withdraw_auth',
  'is_wallet_bank_card',
  'is_wallet_crypto',
  'edit_recharge_bank_info',
  'is_bank_charge_wire_info',
  'is_bank_charge_cancel_btn',
  'is_charge_proof_img',
  'is_charge_withdraw_contact',
  'is_loan_repayment_address',
  'is_loan_repayment_contact',
  'is_complaint',
  'is_show_mobile',
  'pc_redirect',
  ...BANK_ACCOUNT_FIELDS.map((field) => `is_bank_account_${field}` as const),
  ...LOAN_FIELDS.map((field) => `is_loan_${field}` as const),
] as const;
export type Flag = (typeof FLAGS)[number];

export type SettingName = keyof typeof SETTING_DEFAULTS | MicroSetting | CompanySetting | Flag;

/** Default of every name; flags are off. */
export const CONFIG_DEFAULTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(FLAGS.map((flag) => [flag, '0'])),
  ...SETTING_DEFAULTS,
  ...MICRO_SETTING_DEFAULTS,
  ...COMPANY_SETTING_DEFAULTS,
};
