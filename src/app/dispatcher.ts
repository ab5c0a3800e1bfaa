import { isGm } from '../battle/views/viewer.ts';
import { ok, type Refusal, type Result, refuse, runInLanguage } from '../core/message.ts';
import type { ParamOffer } from '../rules/verb.ts';
import { parseControlInput } from './buttons/button-payload.ts';
import { nextActions, type RenderView, staleViewAnswer } from './buttons/refresh-view.ts';
import { staleButtonAnswer } from './buttons/stale-button.ts';
import type { Asker } from './command-kit/asker.ts';
import type { Command, CommandInput } from './command-kit/command.ts';
import { finishReply } from './finish-reply.ts';
import { refuseUnknownCommand } from './input/unknown-command.ts';
import type { CommandAnswer } from './replies/reply.ts';
import type { Services } from './services.ts';

export interface Dispatcher {
  readonly commands: readonly Command[];
  readonly run: (path: readonly string[], asker: Asker, input: CommandInput) => Promise<CommandAnswer>;
  readonly complete: (
    path: readonly string[],
    asker: Asker,
    option: string,
    typed: string,
    soFar: CommandInput,
  ) => Promise<readonly ParamOffer[]>;
}

/** What was typed, without the blanks around it. */
const trimInput = (input: CommandInput): CommandInput =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

/** Finds the command for a path and runs it. A pressed control is first held against the battle it was made for. */
export const createDispatcher = (commands: readonly Command[], services: Services): Dispatcher => {
  const byPath = new Map(commands.map((command) => [command.path.join(' '), command]));
  const called = (path: readonly string[]) => byPath.get(path.join(' '));
  const show: RenderView = async (asker, last) => {
    switch (asker.view) {
      case 'gm':
      case 'desk':
        return called(['gm', 'panel'])?.run(asker, {}, services);
      case 'my':
        return called(['my', 'view'])?.run(asker, {}, services);
      case 'next':
        return nextActions(asker, last, services);
      case undefined:
        return undefined;
    }
  };
  /** Whose control stands at a desk gives the order where the battle is. */
  const where = async (
    asker: Asker,
    { battle: id, view }: ReturnType<typeof parseControlInput>,
  ): Promise<Result<Asker, Refusal>> => {
    if (view !== 'desk' || id === undefined) return ok({ ...asker, view });
    const battle = await services.battles.openById(id);
    if (!battle.ok) return battle;
    const { saved } = battle.value;
    return isGm(saved.table, asker.user)
      ? ok({
          ...asker,
          view,
          guild: saved.guild,
          channel: saved.channel,
          isFromGmChannel: saved.channel !== asker.channel,
        })
      : refuse('gm-only');
  };
  const run: Dispatcher['run'] = async (path, asker, input) => {
    const command = called(path);
    if (command === undefined) return refuseUnknownCommand(path.join(' '), commands);
    const press = parseControlInput(trimInput(input));
    const { battle, version, input: own } = press;
    const there = await where(asker, press);
    if (!there.ok) return there;
    const from = there.value;
    const late =
      battle === undefined || version === undefined
        ? undefined
        : await staleButtonAnswer(from, { battle, version }, services);
    if (late !== undefined) return staleViewAnswer(late, from, own, show);
    const answer = await command.run(from, own, services);
    if (!answer.ok) return answer;
    const finished = await finishReply(answer.value, { path, asker, at: from, input: own, show }, services);
    if (from.answerRoute === undefined) services.outbox.noteAnswered(asker.orderId);
    return ok(finished);
  };
  const complete: Dispatcher['complete'] = async (path, asker, option, typed, soFar) => {
    const press = parseControlInput(soFar);
    const there = await where(asker, press);
    const offers = there.ok ? called(path)?.complete(there.value, option, typed, press.input, services) : undefined;
    return (await offers) ?? [];
  };
  const languageOf = ({ guild, user }: Asker) => services.findDictionary(guild ?? user);
  return {
    commands,
    run: (path, asker, input) => runInLanguage(languageOf(asker), () => run(path, asker, input)),
    complete: (path, asker, ...typed) => runInLanguage(languageOf(asker), () => complete(path, asker, ...typed)),
  };
};
