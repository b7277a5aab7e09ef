/** Configuration, menu and the home ticker: public calls, one function per endpoint. */
import { basicInfoEndpoint, homeNewsEndpoint, menuEndpoint } from '#protocol/rest/endpoints.ts';
import type { BasicInfo, HomeNewsRow, MenuRow } from '#protocol/rest/site.ts';
import type { CallOptions, Request } from './request.ts';

export const basicInfo = (request: Request, options?: CallOptions): Promise<BasicInfo> => request.call(basicInfoEndpoint, {}, options);

export const menu = (request: Request, options?: CallOptions): Promise<MenuRow[]> => request.call(menuEndpoint, {}, options);

export const homeNews = (request: Request, options?: CallOptions): Promise<HomeNewsRow[]> => request.call(homeNewsEndpoint, {}, options);
