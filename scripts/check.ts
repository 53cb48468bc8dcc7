import { checkSteps } from './check-steps.ts';
import { runSteps, seconds } from './steps.ts';

const start = performance.now();
const { failed } = await runSteps([checkSteps]);
console.log(
  failed === 0 ? `All in order, ${seconds(start)}.` : `${failed} of ${checkSteps.length} checks failed.`,
);
process.exitCode = failed === 0 ? 0 : 1;
