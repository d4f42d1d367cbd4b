import type { Meter } from '../../../schema/meter.ts';

const throwUnsupported = () => {
  throw new Error('operations that the board itself runs have no limits and reserve no points');
};

/** The meter of operations that the board itself runs: it counts nothing. */
export const UNCOUNTED: Meter = {
  status: null,
  charge: () => Promise.resolve(),
  chargeOperation: throwUnsupported,
  chargeRegistration: () => Promise.resolve(),
  refundCall: () => Promise.resolve(),
  reservePoints: throwUnsupported,
  isRegistrationSpiking: throwUnsupported,
  readSharedLimits: throwUnsupported,
  readPressure: throwUnsupported,
};
