import type { Asker, Command, CommandInput } from '../../src/app/command-kit/command.ts';
import type { Transport } from '../../src/app/outbox/transport.ts';
import type { Reply } from '../../src/app/replies/reply.ts';
import type { BattleCaps } from '../../src/battle/decide/caps.ts';
import type { PresetDice } from '../../src/battle/decide/hand-dice.ts';
import type { OpenBattle } from '../../src/battle/saved/store.ts';
import type { Stores } from '../../src/campaign/stores.ts';
import { findCommand } from '../../src/console/parse-line.ts';
import type { Dictionary } from '../../src/core/message.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';

/** The path of a command. Accepts a verb by its name in the rulebook. */
export const pathOf = async (
  { dispatcher: { commands }, services }: ReturnType<typeof composeApp>,
  words: string,
  channel = 'table',
): Promise<readonly string[]> => {
  const path = words.split(' ');
  if (commands.some((each) => each.path.join(' ') === words)) return path;
  const battle = await services.battles.open(channel);
  return findCommand(commands, words, battle.ok ? battle.value.ruleset.id : undefined)?.command.path ?? path;
};

/** Throws if a button or list of a reply leads to a command that does not exist. */
const requireKnownPaths = (commands: readonly Command[], { controls }: Reply): void => {
  const known = new Set(commands.map(({ path }) => path.join(' ')));
  for (const { label, press } of controls.flat())
    if (!known.has(press.path.join(' '))) throw new Error(`${label} leads to no command: ${press.path.join(' ')}`);
};

/** Composes the app on memory stores, with users who give commands. */
export const house = (
  stores: Partial<Stores> = {},
  presetDice?: PresetDice,
  transport?: Transport,
  caps?: BattleCaps,
  rulesets?: readonly Ruleset[],
  languages?: readonly Dictionary[],
) => {
  let clock = 1_700_000_000_000;
  let orders = 0;
  const all = { ...createMemoryStores(() => clock), ...stores };
  const composed = composeApp({
    stores: all,
    now: () => ++clock,
    presetDice,
    transport,
    seed: () => '5eed'.repeat(16),
    caps,
    rulesets,
    languages,
  });
  const asker = (user: string): Asker => ({
    user,
    name: user,
    guild: 'guild',
    channel: 'table',
    orderId: `order-${++orders}`,
    manages: user === 'gm',
    locale: languages?.[0]?.language,
  });
  if (transport !== undefined) void composed.outbox.startDelivery(() => true);
  return {
    ...composed,
    stores: all,
    asker,
    run: async (user: string, path: string, input: CommandInput = {}) => {
      const answer = await composed.dispatcher.run(await pathOf(composed, path), asker(user), input);
      await composed.idle();
      if (answer.ok) requireKnownPaths(composed.dispatcher.commands, answer.value);
      return answer;
    },
    complete: async (user: string, path: string, option: string, typed = '', soFar: CommandInput = {}) =>
      composed.dispatcher.complete(await pathOf(composed, path), asker(user), option, typed, soFar),
  };
};
export type House = ReturnType<typeof house>;

/** The battle in the channel `table`. */
export const opened = async ({ services }: House): Promise<OpenBattle> => {
  const battle = await services.battles.open('table');
  if (!battle.ok) throw new Error(battle.error.code);
  return battle.value;
};
