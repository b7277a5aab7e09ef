/** Real-name verification from the form to the decision, on both databases. */
import { beforeAll, expect, it } from 'vitest';
import { ManualClock } from '#server/clock/clock.ts';
import { auditProblem } from '#server/repositories/audit-repository.ts';
import { eachDatabase } from '../each-database.ts';
import { DETAILS, identityRig } from './identity-rig.ts';

const HOUR_MS = 3_600_000;
const pathOf = (url = ''): string => url.split('?')[0] ?? '';

eachDatabase('real-name verification', (open) => {
  let rig: Awaited<ReturnType<typeof identityRig>>;
  beforeAll(async () => {
    rig = await identityRig(await open());
  });

  it('S1-7.26 S1-3.18 S1-4.21 goes from none to waiting to rejected with its reason, is sent again and finished', async () => {
    const ada = await rig.person();
    expect(await rig.center(ada)).toMatchObject({ review_status: 0, name: '', front_pic: '', remark: '' });
    const form = await rig.form(ada);
    expect(await rig.submit(ada, form)).toMatchObject({ code: 1, data: { review_status: 1 } });
    const sent = await rig.center(ada);
    expect(sent).toMatchObject({ ...DETAILS, review_status: 1 });
    expect([sent.front_pic, sent.reverse_pic, sent.hand_pic].map(pathOf)).toEqual(
      [form.front_pic, form.reverse_pic, form.hand_pic].map(pathOf),
    );
    expect(await rig.realStatus(ada)).toBe(1);

    const id = await rig.waitingId(ada);
    expect(await rig.operator('reject-identity', [id])).toMatchObject({ isGood: false, lines: [expect.stringContaining('--reason')] });
    expect(await rig.operator('reject-identity', [id], 'The back is blurred')).toMatchObject({ isGood: true });
    expect(await rig.center(ada)).toMatchObject({ ...DETAILS, review_status: 3, remark: 'The back is blurred' });
    expect(await rig.realStatus(ada)).toBe(3);

    // The photos that were good are named again by the links of the rejected form.
    const { front_pic, hand_pic } = await rig.center(ada);
    const again = { ...form, front_pic, hand_pic, reverse_pic: await rig.sentPhoto(ada, '#555555'), name: 'Ada King' };
    expect(await rig.submit(ada, again)).toMatchObject({ code: 1, data: { review_status: 1, remark: '' } });
    expect(await rig.operator('approve-identity', [await rig.waitingId(ada)], 'as on the card')).toMatchObject({ isGood: true });
    expect(await rig.center(ada)).toMatchObject({ review_status: 2, name: 'Ada King' });
    expect(await rig.realStatus(ada)).toBe(2);
    expect(await auditProblem(rig.db.kysely)).toBeUndefined();
    // D9.412: each of these was written to its person in the transaction that did it, with the reason and nothing of the document.
    const letters = await rig.letters(ada);
    expect(letters.map(({ template }) => template)).toEqual([...['identitySent', 'identityRejected', 'identitySent', 'identityVerified']]);
    expect(letters.map(({ params }) => (JSON.parse(params) as { reason: string }).reason)).toEqual(['', 'The back is blurred', '', '']);
    for (const secret of ['Ada', 'X-123', '1990-12']) expect(JSON.stringify(letters)).not.toContain(secret);
  });

  it('D9.213 one application waits at most: sent twice at once it is one, another is refused, and it is decided once', async () => {
    const ada = await rig.person();
    const form = await rig.form(ada);
    const other = { ...form, name: 'Somebody Else' };
    const replies = await Promise.all([form, form, other, form, other].map((fields) => rig.submit(ada, fields)));
    const rows = await rig.db.kysely.selectFrom('identity').selectAll().where('user_id', '=', ada.id).execute();
    expect(rows.length).toBe(1);
    // The same form again is the same application; which of the two came first is not said.
    const isFirst = (await rig.center(ada)).name === DETAILS.name;
    expect((await rig.letters(ada)).map(({ template }) => template)).toEqual(['identitySent']);
    expect(replies.map(({ code }) => code)).toEqual(isFirst ? [1, 1, 1020, 1, 1020] : [1020, 1020, 1, 1020, 1]);
    const id = await rig.waitingId(ada);
    const decisions = await Promise.all(
      ['approve-identity', 'reject-identity', 'approve-identity'].map((command) => rig.operator(command, [id], 'looked at')),
    );
    expect(decisions.filter(({ isGood }) => isGood).length).toBe(1);
    const late = await rig.operator('approve-identity', [id], 'again');
    expect(late).toMatchObject({ isGood: false, lines: [`identity ${id}: does not wait any more`] });
    const { lines } = await rig.operator('audit');
    expect(lines.filter((line) => line.includes(`-identity identity ${id} `)).length).toBe(1);
  });

  it('S1-5.22 every part that is missing or wrong is refused by its field, and nothing is written', async () => {
    const ada = await rig.person();
    const form = await rig.form(ada);
    const theirs = await rig.sentPhoto(await rig.person(), '#444444');
    const missing = ['name', 'id_type', 'card_id', 'front_pic', 'reverse_pic', 'hand_pic', 'ssn', 'country', 'birthday'] as const;
    const cases: [string, string, number, string?][] = [
      ...missing.map((field): [string, string, number] => [field, '', 1001]),
      ['name', '<b>Ada</b>', 1001],
      ['name', '\u3164\u3164', 1001],
      ['card_id', 'X123\u3164456', 1001],
      ['id_type', '3', 1001],
      ['country', 'XX', 1001],
      ['country', 'CN', 1007],
      ['birthday', '2010-01-01', 1001, 'tooYoung'],
      ['reverse_pic', form.front_pic, 1001],
      // Somebody else's photo is as none, and so is an address of somewhere else.
      ['front_pic', theirs, 1001],
      ['front_pic', 'https://evil.example/x.jpg', 1001],
    ];
    for (const [field, value, code, message] of cases) {
      const outcome = await rig.submit(ada, { ...form, [field]: value });
      expect(outcome, `${field} ${value}`).toMatchObject({ code, data: { field, value: '' }, ...(message ? { message } : {}) });
    }
    expect(await rig.center(ada)).toMatchObject({ review_status: 0 });
  });

  it('S33 S41 who sees it: its owner, and an operator whose look is in the audit; what lies in the database says nothing of the document', async () => {
    const ada = await rig.person();
    await rig.submit(ada, await rig.form(ada));
    const id = await rig.waitingId(ada);
    const { lines } = await rig.operator('identity', [id]);
    expect(lines.join('\n')).toMatch(/Ada Byron, born 1990-12-10, of GB\nID card X-123 456, social security number 123-45-6789/);
    const links = lines.flatMap((line) => / (http:\S+)$/.exec(line)?.[1] ?? []);
    expect(links.length).toBe(3);
    const { pathname, searchParams } = new URL(links[0] ?? '');
    const link = { id: pathname.slice(-32), e: searchParams.get('e') ?? '', s: searchParams.get('s') ?? '' };
    expect((await rig.uploads.open(link))?.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    rig.clock.jump(HOUR_MS / 6);
    expect(await rig.uploads.open(link)).toBeUndefined();
    const acts = (await rig.operator('audit')).lines.filter((line) => line.includes(`identity ${id} `));
    expect(acts).toEqual([
      expect.stringMatching(/ ada identity-view identity \d+ of user \w+: waiting$/),
      expect.stringMatching(/ user:\w+ identity identity \d+ of user \w+: waiting$/),
    ]);
    const stored = JSON.stringify(await rig.db.kysely.selectFrom('identity').selectAll().execute()) + acts.join();
    for (const secret of ['Ada Byron', 'X-123', '6789', '1990-12']) expect(stored).not.toContain(secret);
    const unknown = await rig.operator('identity', ['0']);
    expect(unknown).toMatchObject({ isGood: false, lines: ['identity: got "0", takes an id of `identities`'] });
    expect(await rig.operator('approve-identity', ['999999'], 'x')).toMatchObject({ isGood: false });
  });

  it('D9.215 the reviewer is told who else has shown the same document, however its number is set', async () => {
    const [ada, eve] = [await rig.person(), await rig.person()];
    await rig.submit(ada, { ...(await rig.form(ada)), card_id: 'D-777 1' });
    await rig.submit(eve, { ...(await rig.form(eve)), card_id: 'ｄ٧७７1' });
    const { lines } = await rig.operator('identity', [await rig.waitingId(eve)]);
    expect(lines).toContain(`the same document was shown by user ${ada.uid} (waiting)`);
  });

  it('D9.32 where it is set, a review decides by itself after so long, once, and over restarts', async () => {
    const db = await open();
    const clock = new ManualClock();
    const first = await identityRig(db, { clock, reviewAfterMs: 20_000 });
    const ada = await first.person();
    await first.submit(ada, await first.form(ada));
    await first.housekeeping.start();
    await clock.advance(10_000);
    expect(await first.realStatus(ada)).toBe(1);
    await first.housekeeping.stop();
    clock.jump(15_000);
    // Two nodes after the restart, side by side.
    const nodes = [await identityRig(db, { clock, reviewAfterMs: 20_000 }), await identityRig(db, { clock, reviewAfterMs: 20_000 })];
    await Promise.all(nodes.map(({ housekeeping }) => housekeeping.start()));
    await clock.advance(10_000);
    await expect.poll(() => first.realStatus(ada)).toBe(2);
    for (const { housekeeping } of nodes) await housekeeping.stop();
    const acts = (await first.operator('audit')).lines.filter((line) => line.includes('approve-identity'));
    expect(acts).toEqual([expect.stringMatching(/ review approve-identity identity \d+ of user \w+: verified: by itself after 20 s$/)]);
    // Where nothing is set, nothing is decided, and the row that the other setting left behind does no harm.
    const eve = await first.person();
    await first.submit(eve, await first.form(eve));
    const quiet = await identityRig(db, { clock });
    await quiet.housekeeping.start();
    await clock.advance(120_000);
    await quiet.housekeeping.stop();
    expect(await first.realStatus(eve)).toBe(1);
  });
});

eachDatabase('documents of who excluded themselves', (open) => {
  let rig: Awaited<ReturnType<typeof identityRig>>;
  beforeAll(async () => {
    rig = await identityRig(await open());
  });
  const exclude = ({ id }: { id: number }) =>
    rig.db.transaction((trx) =>
      trx
        .updateTable('user')
        .set({ excluded_until: rig.clock.now() + HOUR_MS })
        .where('id', '=', id)
        .execute(),
    );
  const withNumber = async (person: Awaited<ReturnType<typeof rig.person>>, card_id: string) => ({ ...(await rig.form(person)), card_id });

  it('D9.239 D9.395 a number that nobody looked at bars nobody: anybody may type that of somebody else', async () => {
    const [thief, ada] = [await rig.person(), await rig.person()];
    await rig.submit(thief, await withNumber(thief, 'V-100 1'));
    await exclude(thief);
    expect(await rig.submit(ada, await withNumber(ada, 'V-100 1'))).toMatchObject({ code: 1, data: { review_status: 1 } });
    expect(await rig.operator('approve-identity', [await rig.waitingId(ada)], 'as on the card')).toMatchObject({ isGood: true });
    // Theirs was verified now: whoever typed it first is not who it says.
    expect(await rig.realStatus(ada)).toBe(2);
  });

  it('D9.239 D9.395 one that was verified bars what is sent afterwards, and what waited already is not verified', async () => {
    const [ada, waits, late] = [await rig.person(), await rig.person(), await rig.person()];
    for (const person of [ada, waits]) await rig.submit(person, await withNumber(person, 'V-200 2'));
    expect(await rig.operator('approve-identity', [await rig.waitingId(ada)], 'as on the card')).toMatchObject({ isGood: true });
    await exclude(ada);
    expect(await rig.submit(late, await withNumber(late, 'V-200 2'))).toMatchObject({ code: 1015 });
    const id = await rig.waitingId(waits);
    expect(await rig.operator('approve-identity', [id], 'as on the card')).toMatchObject({
      isGood: false,
      lines: [expect.stringContaining('has excluded themselves')],
    });
    expect(await rig.realStatus(waits)).toBe(1);
    expect(await rig.operator('reject-identity', [id], 'excluded')).toMatchObject({ isGood: true });
    // Over with the exclusion.
    rig.clock.jump(HOUR_MS);
    expect((await rig.submit(late, await withNumber(late, 'V-200 2'))).code).toBe(1);
  });

  it('D9.239 D9.462 the same document bars in whatever country its person says to live now', async () => {
    const [ada, moved, other] = [await rig.person(), await rig.person(), await rig.person()];
    await rig.submit(ada, await withNumber(ada, 'V-300 3'));
    expect(await rig.operator('approve-identity', [await rig.waitingId(ada)], 'as on the card')).toMatchObject({ isGood: true });
    await exclude(ada);
    expect(await rig.submit(moved, { ...(await withNumber(moved, 'v3003')), country: 'FR' })).toMatchObject({ code: 1015 });
    // Two countries give the same number, to two people.
    const theirs = { ...(await withNumber(other, 'V-300 3')), country: 'FR', birthday: '1991-01-02' };
    expect(await rig.submit(other, theirs)).toMatchObject({ code: 1, data: { review_status: 1 } });
  });

  it('D9.32 D9.395 a review that decides by itself sends it back', async () => {
    const db = await open();
    const own = await identityRig(db, { reviewAfterMs: 20_000 });
    const [ada, waits] = [await own.person(), await own.person()];
    await own.submit(ada, await own.form(ada));
    await own.housekeeping.start();
    await own.clock.advance(30_000);
    await expect.poll(() => own.realStatus(ada)).toBe(2);
    await own.submit(waits, await own.form(waits));
    const excluded_until = own.clock.now() + HOUR_MS;
    await db.transaction((trx) => trx.updateTable('user').set({ excluded_until }).where('id', '=', ada.id).execute());
    await own.clock.advance(30_000);
    await expect.poll(() => own.realStatus(waits)).toBe(3);
    expect((await own.center(waits)).remark).toContain('excluded themselves');
    await own.housekeeping.stop();
  });
});
