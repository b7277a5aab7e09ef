/** What the server says of a person's identity. */
const ID = (digit: string) => digit.repeat(32);
export const link = (digit: string) => `/api/common/file/${ID(digit)}?e=1&s=${ID('0')}`;
export const NONE = {
  ...{ review_status: 0, name: '', id_type: '', card_id: '', front_pic: '', reverse_pic: '', hand_pic: '', ssn: '' },
  ...{ country: '', birthday: '', remark: '', submitted_at: '' },
};
export const SENT = {
  ...{ review_status: 1, name: 'Ada Byron', id_type: '1', card_id: 'X-123456', ssn: '1234', country: 'GB', birthday: '1990-12-10' },
  ...{ front_pic: link('a'), reverse_pic: link('b'), hand_pic: '', remark: '', submitted_at: '2026-03-04 10:00:00' },
};
export const AREAS = [
  { id: 1, code: 'US', global_code: '+001', name: 'United States' },
  { id: 2, code: 'GB', global_code: '+044', name: 'United Kingdom' },
];
