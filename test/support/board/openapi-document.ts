import { adminRouteDefinitions } from '../../../facades/admin/route-definitions.ts';
import { createOpenApi } from '../../../facades/discovery/openapi/openapi.ts';
import { actions } from '../../../facades/get/actions.ts';
import { publicRouteDefinitions } from '../../../facades/public/route-definitions.ts';
import { restRouteDefinitions } from '../../../facades/rest/route-definitions.ts';
import { describeOperation } from '../generated/describe-operation.ts';

/** Creates the OpenAPI document of the board. */
export const createOpenApiDocument = () =>
  createOpenApi({
    restRoutes: restRouteDefinitions,
    adminRoutes: adminRouteDefinitions,
    publicRoutes: publicRouteDefinitions,
    actions,
    describe: describeOperation,
    baseUrl: 'http://board.test',
    siteUrl: 'http://site.test',
  });
