/** Works something out when it is first asked for, and once. */
export const lazily = <T>(work: () => T): (() => T) => {
  let done: { readonly value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
};

/** Works something out of an object once; the object must never change. */
export const oncePer = <Of extends object, T>(work: (of: Of) => T): ((of: Of) => T) => {
  const done = new WeakMap<Of, { readonly value: T }>();
  return (of) => {
    const known = done.get(of) ?? { value: work(of) };
    done.set(of, known);
    return known.value;
  };
};
