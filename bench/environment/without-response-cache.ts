// Loaded into the board with `--import`: computes the response to each request, as if every request followed a write that
// changes what its response depends on.
import { CachedResponse } from '../../src/gateway/responses/cached-response.ts';

CachedResponse.prototype.isCurrent = () => false;
