/** Configuration, menu, area codes and the home ticker: what a page needs before anybody logs in. */
import * as v from 'valibot';
import { WireFlag, written } from './fields.ts';

/** A flat object of strings (decision D1.7.12): see `src/domain/flags.ts` for the names and defaults. */
export const BasicInfo = v.record(v.string(), v.string());
export type BasicInfo = v.InferOutput<typeof BasicInfo>;
export const SettingQuery = v.object({ key: written(/^[a-z0-9_]{1,64}$/, 'a name of small letters, digits and _, at most 64') });
export const AreaRow = v.object({ id: v.number(), code: v.string(), global_code: v.string(), name: v.string() });
export type AreaRow = v.InferOutput<typeof AreaRow>;
export const MenuRow = v.object({
  id: v.number(),
  group: v.string(),
  title: v.string(),
  path: v.string(),
  icon: v.string(),
  is_mobile: WireFlag,
  allow_demo: WireFlag,
  sort: v.number(),
});
export type MenuRow = v.InferOutput<typeof MenuRow>;
export const HomeNewsRow = v.object({ id: v.number(), title: v.string() });
export type HomeNewsRow = v.InferOutput<typeof HomeNewsRow>;
