const aheadMs = Number(process.env['TEST_DAYS_AHEAD']) * 86_400_000;
// Test files share a worker and its globals: the days must be added only once.
const globals = globalThis as { machineDate?: DateConstructor };
const machineDate = (globals.machineDate ??= Date);
const now = () => machineDate.now() + aheadMs;

// A proxy, not a subclass: dates created earlier by Node or a library must remain instances of it.
globalThis.Date = new Proxy(machineDate, {
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new machineDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
