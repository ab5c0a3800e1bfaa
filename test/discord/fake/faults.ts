/** What Discord, or the way to it, does to one request. `unread`: before the body was read. */
export type Fault =
  | { readonly kind: 'error'; readonly status: 500 | 502 | 503; readonly unread?: boolean }
  | { readonly kind: 'rate limit'; readonly seconds: number; readonly global?: boolean; readonly unread?: boolean }
  | { readonly kind: 'hang-up'; readonly unread?: boolean }
  /** Slow on the way there, or slow on the way back once it is carried out. */
  | { readonly kind: 'delay'; readonly milliseconds: number; readonly back?: boolean }
  /** Carried out, but the connection breaks before that can be said. */
  | { readonly kind: 'lost answer' };

/** A request, as far as it is known before its body is read. */
export interface Incoming {
  readonly method: string;
  readonly path: string;
  readonly withFiles: boolean;
  /** The process that asks, where it was told an address of its own. */
  readonly by?: string | undefined;
}

/** Chooses what becomes of each request; nothing where it is answered as ever. */
export type Faults = (request: Incoming) => Fault | undefined;

/** Does this to the next requests that match, so many times; undone by what comes back. */
export const matching = (on: RegExp, times: number, fault: Fault): { readonly choose: Faults; stop: () => void } => {
  let left = times;
  return {
    choose: ({ method, path }) => {
      if (left <= 0 || !on.test(`${method} ${path}`)) return undefined;
      left -= 1;
      return fault;
    },
    stop: () => {
      left = 0;
    },
  };
};
