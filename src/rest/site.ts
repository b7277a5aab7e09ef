/** Configuration, menu, area codes and the home ticker: public calls, one function per endpoint. */
import { areaListEndpoint, basicInfoEndpoint, homeNewsEndpoint, menuEndpoint, settingEndpoint } from '#protocol/rest/endpoints.ts';
import type { AreaRow, BasicInfo, HomeNewsRow, MenuRow } from '#protocol/rest/site.ts';
import type { CallOptions, Request } from './request.ts';

export const basicInfo = (request: Request, options?: CallOptions): Promise<BasicInfo> => request.call(basicInfoEndpoint, {}, options);

/** The value itself, a string. */
export const setting = (request: Request, key: string, options?: CallOptions): Promise<string> =>
  request.call(settingEndpoint, { key }, options);

export const areaList = (request: Request, options?: CallOptions): Promise<AreaRow[]> => request.call(areaListEndpoint, {}, options);

export const menu = (request: Request, options?: CallOptions): Promise<MenuRow[]> => request.call(menuEndpoint, {}, options);

export const homeNews = (request: Request, options?: CallOptions): Promise<HomeNewsRow[]> => request.call(homeNewsEndpoint, {}, options);
