import { findNodeProblem } from '../node-version.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Checks whether a version of Node, such as `24.14.0`, has the vulnerability that `findNodeProblem` finds. */
export function checkNode(version: string): Finding {
  const problem = findNodeProblem(version);
  return problem ? warn('Node', problem.detail, problem.remedy) : ok('Node', version);
}
