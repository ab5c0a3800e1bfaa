import type { z } from 'zod';
import {
  type Asker,
  type CommandDefinition,
  defineCommand,
  type ServiceName,
  toIssuer,
} from '../src/app/command-kit/command.ts';
import { writeWithAnswer } from '../src/app/outbox/durable-answer.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { type CommandAnswer, createPrivateView, type PrivateView, type Reply } from '../src/app/replies/reply.ts';
import type { Need } from '../src/app/services.ts';
import type { PlacedMessage } from '../src/battle/saved/outbox.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import type { BattleService } from '../src/battle/service.ts';
import { isGm } from '../src/battle/views/viewer.ts';
import { ok, phrase, type Result, refuse, refuseInput } from '../src/core/message.ts';
import { type Card, card } from '../src/presentation/card.ts';
import { type Line, type LineTone, line } from '../src/rules/event.ts';

/** A reply with one card that only the user sees. */
export const privateCard = (
  title: string,
  parts: Partial<Omit<Card, 'title'>> = {},
  more: Partial<Pick<PrivateView, 'controls' | 'files' | 'replaces'>> = {},
): PrivateView => createPrivateView({ cards: [card(title, parts)], ...more });

/** Opens the channel's battle. Refuses users who are not its GM with `gm-only`. */
export const openAsGm = async ({ channel, user }: Asker, { battles }: Need<'battles'>): Promise<Result<OpenBattle>> => {
  const battle = await battles.open(channel);
  return battle.ok && !isGm(battle.value.saved.table, user) ? refuse('gm-only') : battle;
};

/** The definition of a command about the channel's battle, which `run` gets first. */
type BattleCommand<Needed, Params extends z.ZodRawShape> = Omit<CommandDefinition<Needed, Params>, 'run'> & {
  readonly run: (
    battle: OpenBattle,
    ...given: Parameters<CommandDefinition<Needed, Params>['run']>
  ) => Promise<CommandAnswer>;
};

const createBattleDefiner =
  (open: typeof openAsGm) =>
  <Name extends ServiceName, Params extends z.ZodRawShape>(
    needs: readonly Name[],
    { run, ...definition }: BattleCommand<Need<Name | 'battles'>, Params>,
  ) =>
    defineCommand<Name | 'battles', Params>(['battles', ...needs], {
      scope: 'battle',
      ...definition,
      run: async (asker, input, services) => {
        const battle = await open(asker, services);
        return battle.ok ? run(battle.value, asker, input, services) : battle;
      },
    });

/** Defines a command about the channel's battle, with scope `battle` by default. Refuses if there is none. */
export const defineBattleCommand = createBattleDefiner(({ channel }, { battles }) => battles.open(channel));

/** Defines a command for the GM of the channel's battle. Refuses other users with `gm-only`. */
export const defineGmCommand = createBattleDefiner(openAsGm);

type SessionChange = Parameters<BattleService['changeSession']>;

/** Changes the session of the channel's battle and answers with the result. */
export const changeSession = async (
  asker: Asker,
  { battles }: Need<'battles'>,
  right: SessionChange[1],
  what: SessionChange[2],
  events: SessionChange[3],
) => orderAnswer(await battles.changeSession(toIssuer(asker), right, what, events), asker);

/** Saves a command's changes together with its answer. Not for orders of a battle. */
export const writeAndAnswer = async (
  asker: Asker,
  told: Reply,
  services: Need<'outbox'>,
  write: (said: PlacedMessage | undefined) => Promise<unknown>,
): Promise<CommandAnswer> => {
  await writeWithAnswer(services, asker, told, write);
  return ok(told);
};

/** Refuses a command because a required option is missing. */
export const refuseMissing = (option: string) => refuseInput(option, phrase`give ${option}: too`);

/** A list of one line if `isTrue`, else an empty list. */
export const lineIf = (isTrue: boolean, text: string, tone?: LineTone): readonly Line[] =>
  isTrue ? [line(text, tone)] : [];
