/** The parts of second factors and passkeys that need no database. */
import { describe, expect, it } from 'vitest';
import { CHALLENGE_MS, challengeTime, newChallenge } from '#server/factors/challenge.ts';
import { newRecoveryCodes, plainRecoveryCode } from '#server/factors/recovery-codes.ts';
import { relyingParty } from '#server/factors/relying-party.ts';
import { matchingStep, STEP_MS, secretUri } from '#server/factors/totp.ts';
import { keyFrom, OtherKeyError } from '#server/secrets/installation-key.ts';
import { agentName } from '#server/users/agent-name.ts';

const KEY = keyFrom('0123456789abcdef'.repeat(4));
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

describe('codes of an app', () => {
  // RFC 6238, appendix B: SHA-1, the last six of its eight digits.
  const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  it.each([
    [59_000, '287082'],
    [1_111_111_109_000, '081804'],
    [1_234_567_890_000, '005924'],
    [2_000_000_000_000, '279037'],
  ])('D9.220 are those of RFC 6238 at %i ms', (atMs, code) => {
    expect(matchingStep(SECRET, code, atMs)).toBe(Math.floor(atMs / STEP_MS));
    expect(matchingStep(SECRET, code, atMs + STEP_MS)).toBe(Math.floor(atMs / STEP_MS));
    expect(matchingStep(SECRET, code, atMs + 2 * STEP_MS)).toBeUndefined();
    expect(
      matchingStep(
        SECRET,
        code.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
        atMs,
      ),
    ).toBeUndefined();
  });

  it('are six digits and nothing else', () => {
    for (const odd of ['', '28708', '2870822', '28 7082', '28708x', '٢٨٧٠٨٢']) expect(matchingStep(SECRET, odd, 59_000)).toBeUndefined();
    expect(secretUri(SECRET, 'demo@example.com')).toMatch(/^otpauth:\/\/totp\/Outcry:demo%40example\.com\?.*secret=GEZDGNBV/);
  });
});

describe('recovery codes', () => {
  it('D9.220 are ten, differ, and are read however they were typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[A-HJKMNP-TV-Z2-9]{5}-[A-HJKMNP-TV-Z2-9]{5}$/);
      expect(plainRecoveryCode(` ${code.toLowerCase().replace('-', ' ')}`)).toBe(code.replace('-', ''));
    }
    for (const odd of ['', '123456', 'ABCDE-FGHI0', `${codes[0]}A`]) expect(plainRecoveryCode(odd)).toBeUndefined();
  });
});

describe('challenges', () => {
  it('D9.223 are signed for one purpose and one key, and count for five minutes', () => {
    const nowMs = Date.UTC(2026, 2, 4, 10);
    const challenge = base64(newChallenge(KEY, 'login', nowMs));
    expect(challengeTime(KEY, 'login', challenge, nowMs + CHALLENGE_MS)).toBe(nowMs);
    expect(challengeTime(KEY, 'login', challenge, nowMs + CHALLENGE_MS + 1)).toBeUndefined();
    expect(challengeTime(KEY, 'add 7', challenge, nowMs)).toBeUndefined();
    expect(challengeTime(keyFrom('f'.repeat(64)), 'login', challenge, nowMs)).toBeUndefined();
    const bytes = Buffer.from(challenge, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const bent = Buffer.from(bytes);
      bent[at] = (bent[at] ?? 0) ^ 1;
      expect(challengeTime(KEY, 'login', base64(bent), nowMs), `byte ${at}`).toBeUndefined();
    }
    for (const odd of ['', 'x', base64(bytes.subarray(1)), `${challenge}AAAA`])
      expect(challengeTime(KEY, 'login', odd, nowMs)).toBeUndefined();
  });
});

describe('the key of the installation', () => {
  it('S26 S42 decrypts what it encrypted, for the same purpose, unchanged, and says so when another key encrypted it', () => {
    const encrypted = KEY.encrypt('totp 7', 'GEZDGNBV');
    expect(encrypted).not.toContain('GEZDGNBV');
    expect(KEY.decrypt('totp 7', encrypted)).toBe('GEZDGNBV');
    expect(KEY.encrypt('totp 7', 'GEZDGNBV')).not.toBe(encrypted);
    expect(() => KEY.decrypt('totp 8', encrypted)).toThrow();
    expect(() => KEY.decrypt('totp 7', `${encrypted.slice(0, -4)}AAAA`)).toThrow();
    expect(() => keyFrom('f'.repeat(64)).decrypt('totp 7', encrypted)).toThrow(OtherKeyError);
    expect(() => keyFrom('f'.repeat(64)).decrypt('totp 7', encrypted)).toThrow(/SECRETS_KEY/);
    expect(KEY.mac('a', 'bc')).not.toBe(KEY.mac('ab', 'c'));
  });
});

describe('the domain of passkeys', () => {
  it('D9.223 is the one of the first public origin, or localhost', () => {
    const local = relyingParty([]);
    expect(local.id).toBe('localhost');
    expect(
      ['http://localhost:8640', 'https://localhost', 'http://127.0.0.1:8640', 'null', 'http://localhost.evil.example'].map(local.isOrigin),
    ).toEqual([...[true, true, false, false, false]]);
    const site = relyingParty(['https://trade.example', 'https://m.trade.example', 'https://other.example']);
    expect(site.id).toBe('trade.example');
    expect(
      ['https://trade.example', 'https://m.trade.example', 'https://other.example', 'http://trade.example'].map(site.isOrigin),
    ).toEqual([...[true, true, false, false]]);
    expect(relyingParty(['http://192.0.2.1']).id).toBeUndefined();
    expect(relyingParty(['http://[2001:db8::1]:80']).id).toBeUndefined();
  });
});

describe('the name of a device', () => {
  it.each([
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari, iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
      'Edge, Windows',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36', 'Chrome, macOS'],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36', 'Chrome, ChromeOS'],
    ['curl/8.5.0', ''],
    ['', ''],
    ['<script>alert(1)</script> Firefox/1', 'Firefox'],
  ])('D9.224 of %s', (agent, name) => {
    expect(agentName(agent)).toBe(name);
  });
});
