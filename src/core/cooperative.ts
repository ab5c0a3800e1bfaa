import { AsyncLocalStorage } from 'node:async_hooks';

/** Lets others go first; settles when whoever called it may go on. */
type GiveWay = () => Promise<void>;

const current = new AsyncLocalStorage<GiveWay>();
const goOn = Promise.resolve();

/** Does something in steps: between any two of them this lets others go first. */
export const runInterruptibly = <T>(giveWay: GiveWay, work: () => T): T => current.run(giveWay, work);

/** Does something in one go, whatever it is a part of: others wait until it is done. */
export const runUninterrupted = <T>(work: () => T): T => current.exit(work);

/** Between two steps of what is done: whoever has something small to be done goes first. At once where nobody sees to that. */
export const yieldToOthers = (): Promise<void> => current.getStore()?.() ?? goOn;
