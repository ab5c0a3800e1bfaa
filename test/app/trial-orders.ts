import type { CommandInput } from '../../src/app/command-kit/command.ts';
import type { Refusal } from '../../src/core/message.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { house } from './house.ts';

/** The store throws this instead of writing a trial order. */
const trialError = new Error('It would have been done.');

/** An app that can try orders: it decides them but writes nothing. */
export const createTrialApp = () => {
  const { battles, ...stores } = createMemoryStores(() => 1_700_000_000_000);
  let trying = false;
  const careful: typeof battles = {
    ...battles,
    commit: (...written) => (trying ? Promise.reject(trialError) : battles.commit(...written)),
  };
  const there = house({ ...stores, battles: careful });
  /** The refusal of a trial order. Undefined if it would be carried out. */
  const refusalOf = async (user: string, path: string, input: CommandInput): Promise<Refusal | undefined> => {
    trying = true;
    try {
      const answer = await there.run(user, path, input);
      return answer.ok ? undefined : answer.error;
    } catch (problem) {
      if (problem === trialError) return undefined;
      throw problem;
    } finally {
      trying = false;
    }
  };
  return { there, refusalOf };
};
