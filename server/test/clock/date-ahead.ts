import { daysAhead } from './days-ahead.ts';

const aheadMs = daysAhead * 86_400_000;
// Test files share a worker and its globals: each of them runs this, and none may add its days to the last one's.
const shared = globalThis as { machineDate?: DateConstructor };
const machineDate = (shared.machineDate ??= Date);
const now = () => machineDate.now() + aheadMs;

// A proxy, not a subclass: dates that Node or a library made before are still instances of it.
globalThis.Date = new Proxy(machineDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new machineDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
