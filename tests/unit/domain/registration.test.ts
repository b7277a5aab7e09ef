import { describe, expect, it } from 'vitest';
import { CREDENTIAL_LOCK_MS, withdrawalsLockedUntil } from '#domain/credential-lock.ts';
import { leadingZeroBits } from '#domain/puzzle.ts';
import { accountKinds, registrationProof } from '#domain/registration.ts';
import { isRefusedCountry, isRefusedNumber } from '#domain/served-countries.ts';
import areas from '#server/seed/areas.json' with { type: 'json' };

describe('registering', () => {
  it.each([
    ['1', '1', ['email', 'phone']],
    ['1', '0', ['email']],
    ['0', '1', ['phone']],
    ['0', '0', ['email']],
    ['', '', ['email']],
  ])('D1.5.03 flags e-mail %j and phone %j', (email, phone, kinds) => {
    expect(accountKinds((name) => (name === 'is_register_email' ? email : phone))).toEqual(kinds);
  });

  it('D1.5.05 anything but 2 and 3 is a sent code', () => {
    expect(['1', '2', '3', '', '0', '4', 'x'].map(registrationProof)).toEqual(['code', 'captcha', 'none', 'code', 'code', 'code', 'code']);
  });

  it('D1.1.01 five countries are not served, by their letters and by their numbers, and no area is one of them', () => {
    expect(['KP', 'IL', 'cn', ' VU', 'CU'].every(isRefusedCountry)).toBe(true);
    expect(['US', 'KR', '', 'constructor', 'C'].some(isRefusedCountry)).toBe(false);
    expect(['+8501234567', '+97250123456', '+8613800000000', '+6785551234', '+5351234567'].every(isRefusedNumber)).toBe(true);
    expect(['+15551234567', '+85212345678', '+886912345678', '+5491112345678'].some(isRefusedNumber)).toBe(false);
    expect(areas.filter(({ code, calling }) => isRefusedCountry(code) || isRefusedNumber(`+${calling}0000000`))).toEqual([]);
  });
});

describe('a change of a credential', () => {
  it('D1.5.10 D1.5.11 D9.28 locks withdrawals for a day, and none locks nothing', () => {
    expect(withdrawalsLockedUntil(0)).toBe(0);
    expect(withdrawalsLockedUntil(1_772_618_400_000)).toBe(1_772_704_800_000);
    expect(CREDENTIAL_LOCK_MS).toBe(24 * 3_600_000);
  });
});

describe('a puzzle', () => {
  it.each([
    [[], 0],
    [[0x80, 0], 0],
    [[0x01], 7],
    [[0, 0x1f], 11],
    [[0, 0, 1], 23],
    [[0, 0], 16],
  ])('counts the zero bits before the first one of %j', (bytes, bits) => {
    expect(leadingZeroBits(Uint8Array.from(bytes))).toBe(bits);
  });
});
