import { joinObservations, type Observation } from '../../prisma/client.ts';
import type { ObserveRequest } from '../../facades/http/server/observe-request.ts';

/** Returns an observer that calls all these observers; undefined if there are none. */
export function joinObservers(observers: readonly ObserveRequest[]): ObserveRequest | undefined {
  const [first] = observers;
  if (!first || observers.length === 1) return first;
  return (request) => {
    const observed = observers.map((observe) => observe(request));
    return {
      observation: observed.reduce<Observation | null>(
        (joined, { observation }) =>
          joined && observation ? joinObservations(joined, observation) : (joined ?? observation),
        null,
      ),
      end: (served) => observed.forEach((each) => each.end(served)),
    };
  };
}
