import { refuse } from '../core/refusal.ts';
import { ok } from '../core/result.ts';
import type { Offer } from '../rules/verb.ts';
import { calling } from './calling.ts';
import type { Asker, Command, Input } from './command.ts';
import { withRecords } from './export-files.ts';
import { pressed } from './press.ts';
import type { Answer } from './reply.ts';
import type { Services } from './services.ts';
import { stale } from './stale.ts';
import { anew, meanwhile, type ShowView, whatNext } from './view-anew.ts';

export interface Dispatcher {
  readonly commands: readonly Command[];
  readonly run: (path: readonly string[], asker: Asker, input: Input) => Promise<Answer>;
  readonly complete: (
    path: readonly string[],
    asker: Asker,
    option: string,
    typed: string,
    soFar: Input,
  ) => Promise<readonly Offer[]>;
}

/** Finds the command for a path and runs it. A pressed control is first held against the battle it was made for. */
export const dispatcher = (commands: readonly Command[], services: Services): Dispatcher => {
  const byPath = new Map(commands.map((command) => [command.path.join(' '), command]));
  const called = (path: readonly string[]) => byPath.get(path.join(' '));
  const show: ShowView = async (asker, last) => {
    switch (asker.view) {
      case 'gm':
        return called(['gm', 'panel'])?.run(asker, {}, services);
      case 'my':
        return called(['my', 'view'])?.run(asker, {}, services);
      case 'next':
        return whatNext(asker, last, services);
      case undefined:
        return undefined;
    }
  };
  return {
    commands,
    run: async (path, asker, input) => {
      const command = called(path);
      if (command === undefined) return refuse('unknown-command', { command: `/${path.join(' ')}` });
      const { battle, moment, view, input: own } = pressed(input);
      const from: Asker = { ...asker, view };
      const late =
        battle === undefined || moment === undefined ? undefined : await stale(from, { battle, moment }, services);
      if (late !== undefined) return meanwhile(late, from, own, show);
      const answer = await command.run(from, own, services);
      if (!answer.ok) return answer;
      // What was done is done: who could not be called as they chose is mentioned.
      const said = await calling(services, answer.value, asker.orderId).catch(() => answer.value);
      return ok(await withRecords(await anew(said, from, own, show), services));
    },
    complete: async (path, asker, option, typed, soFar) =>
      (await called(path)?.complete(asker, option, typed, soFar, services)) ?? [],
  };
};
