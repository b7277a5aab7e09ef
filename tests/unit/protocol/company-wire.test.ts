import { describe, expect, it } from 'vitest';
import { companiesFromWire, companyStatusFromWire, refusedComplaintField } from '#protocol/company-wire.ts';

const ROW = {
  ...{ id: 4, name: 'Ex Ltd', logo: '/a.svg', url: 'https://ex.example', subject: 'Broker', registered_address: 'R', location: 'O' },
  email: 'a@ex.example',
};

describe('companies on the wire', () => {
  it('S1-3.19 a row has eight fields; one without id or name is left out', () => {
    const [company, ...others] = companiesFromWire([ROW, { ...ROW, id: 0 }, { ...ROW, name: '' }, null, 'x', { id: '5', name: 'Five' }]);
    expect(company).toEqual({
      ...{ id: 4, name: 'Ex Ltd', logo: '/a.svg', website: 'https://ex.example', subject: 'Broker' },
      ...{ registeredAddress: 'R', officeAddress: 'O', email: 'a@ex.example' },
    });
    expect(others).toMatchObject([{ id: 5, name: 'Five', website: '', email: '' }]);
    expect(companiesFromWire({})).toEqual([]);
  });

  it.each([
    [{ status: 1, type: 0 }, true, true],
    [{ status: '1', type: '0' }, true, true],
    [{ status: 1, type: 1 }, true, false],
    [{ status: 0, type: 0, loss_url: 'https://x.example' }, false, false],
    [{ status: '0', type: 1 }, false, false],
    [{}, true, false],
    [null, true, false],
    [{ type: null, status: null }, true, false],
  ])('S1-7.32 D1.7.16 of %j', (value, isRunning, isMain) => {
    expect(companyStatusFromWire(value)).toMatchObject({ isRunning, isMain });
  });

  it('a refusal names a field of the complaint or none', () => {
    expect([{ field: 'email' }, { field: 'content' }, { field: 'body' }, null].map(refusedComplaintField)).toEqual([
      'email',
      'content',
      undefined,
      undefined,
    ]);
  });
});
