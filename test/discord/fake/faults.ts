/** What Discord or the connection does to one request. `unread`: before the body was read. */
export type Fault =
  | { readonly kind: 'error'; readonly status: 500 | 502 | 503; readonly unread?: boolean }
  | { readonly kind: 'rate limit'; readonly seconds: number; readonly global?: boolean; readonly unread?: boolean }
  | { readonly kind: 'hang-up'; readonly unread?: boolean }
  /** A delay before the request is executed, or before its answer if `back` is set. */
  | { readonly kind: 'delay'; readonly milliseconds: number; readonly back?: boolean }
  /** The request is executed, but the connection breaks before the answer. */
  | { readonly kind: 'lost answer' };

/** A request before its body is read. */
export interface Incoming {
  readonly method: string;
  readonly path: string;
  readonly withFiles: boolean;
  /** The process that sends the request, if it has an address of its own. */
  readonly by?: string | undefined;
}

/** Chooses the fault of each request. Undefined for none. */
export type Faults = (request: Incoming) => Fault | undefined;

/** Applies a fault to the next matching requests, the given number of times or until `stop` is called. */
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
