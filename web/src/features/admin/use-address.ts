import { useSearchParams } from 'wouter';

/** `set` leaves the other parameters as they are; '' removes one. */
export function useAddress() {
  const [address, setAddress] = useSearchParams();
  const set = (name: string, value: string) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (value === '') after.delete(name);
        else after.set(name, value);
        return after;
      },
      { replace: true },
    );
  return { address, set };
}
