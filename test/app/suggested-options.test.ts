import { expect, test } from 'vitest';
import type { CommandInput } from '../../src/app/command-kit/command.ts';
import type { Refusal } from '../../src/core/message.ts';
import { type CommandOption, listOptions } from '../../src/rules/command-options.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { notHollow, seeds, unhurried } from '../budget.ts';
import { type Pick, picker } from '../chance.ts';
import { kindsFor } from '../systems/any-battle.ts';
import { any, begun, begunAgainst, giveRandomOrder, mark } from './random-play.ts';
import { createTrialApp } from './trial-orders.ts';

/** Codes of refusals for an unknown name, item or word. */
const codes =
  /^(?:unknown-|no-such-|not-in-system$|bad-input$|NO_SUCH_|UNKNOWN_|NO_WEAPON$|NO_TRAIT$|NO_POTION$|NO_STUCK_MISSILE$|NO_DROPPED_WEAPON$|BAD_(?:ACTION|PATH|VALUE|ORDER)$|E_\w+_UNKNOWN$|\w+-(?:unknown|unreadable)$|E_NO_(?:UNIT|SPELL|CLASS|FEAT|PLACE|FACTION|EFFECT)$|E_BAD_VALUE$|E_NOT_HELD$|E_OUT_OF_BOARD$|NOTHING_TO_SHEATHE$)/;

/** True if the refusal is about an unknown word of the input, not about a missing or unsuitable one. */
const isUnknown = ({ code, facts: { example, ...facts } }: Refusal, { as, ...input }: CommandInput): boolean => {
  if (!codes.test(code)) return false;
  if (code === 'no-such-combatant') return true;
  if (code === 'bad-input') return String(facts.option) in input;
  // A combatant without a position is still known.
  if (code === 'E_NO_PLACE' && facts.place === undefined) return false;
  const said = Object.values(facts).flatMap((fact) => JSON.stringify(fact) ?? []);
  return Object.values(input).some((value) => typeof value === 'string' && said.some((fact) => fact.includes(value)));
};

/** The smallest valid value of an option without suggestions. Undefined if there is none. */
const minimalValue = ({ kind, min, choices }: CommandOption): unknown => {
  switch (kind) {
    case 'whole':
      return min ?? 1;
    case 'flag':
      return true;
    case 'choice':
      return choices[0];
    case 'text':
    case 'file':
      return undefined;
  }
};

/** Tries every suggestion of every verb and query, with suggested values for the other options and for one optional option more. */
const everySuggestion = async (
  { there, refusalOf }: ReturnType<typeof createTrialApp>,
  ruleset: Ruleset,
  user: string,
  pick: Pick,
) => {
  const problems: string[] = [];
  let orders = 0;
  for (const { path: words, options: all, systems } of there.dispatcher.commands) {
    const name = words.at(-1) ?? '';
    const verb = ruleset.verbs[name];
    const declared = verb ?? ruleset.queries[name];
    if (declared === undefined || systems?.includes(ruleset.id) !== true) continue;
    const path = words.join(' ');
    const own = listOptions(declared.params);
    const options = [...own, ...all.filter((each) => each.name === 'as')];
    const suggested = async (option: CommandOption, soFar: CommandInput): Promise<readonly string[]> => {
      const offers = await there.complete(user, path, option.name, '', soFar);
      if (user !== 'gm' && JSON.stringify(offers).includes(mark))
        problems.push(`${user}: /${path} ${option.name} suggests whoever is hidden: ${JSON.stringify(offers)}`);
      return offers.map(({ value }) => value);
    };
    const foreign = all.filter((each) => !options.some(({ name: known }) => known === each.name));
    for (const option of foreign)
      if ((await suggested(option, {})).length > 0)
        problems.push(`/${path} ${option.name} is suggested in a battle whose rulebook does not have it`);
    /** Fills the missing options one after the other. Undefined if a required one has no value. */
    const fillOptions = async (
      which: readonly CommandOption[],
      soFar: CommandInput,
    ): Promise<CommandInput | undefined> => {
      let input = soFar;
      for (const option of which) {
        if (option.name in input) continue;
        const value = any(await suggested(option, input), pick) ?? minimalValue(option);
        if (value !== undefined) input = { ...input, [option.name]: value };
        else if (option.required) return undefined;
      }
      return input;
    };
    const required = options.filter((each) => each.required);
    for (const option of options) {
      // The actor comes first, because other suggestions depend on it.
      const before =
        option.name === 'as' ? [] : required.slice(0, required.includes(option) ? required.indexOf(option) : undefined);
      const soFar = await fillOptions(before, {});
      if (soFar === undefined) continue;
      for (const value of await suggested(option, soFar)) {
        const whole = await fillOptions(required, { ...soFar, [option.name]: value });
        const asked = whole === undefined ? [] : (verb?.promptFor(whole) ?? []);
        const input =
          whole &&
          (await fillOptions(
            options.filter((each) => asked.includes(each.name)),
            whole,
          ));
        if (input === undefined) continue;
        const later = own.slice(own.indexOf(option) + 1);
        const other = any(
          later.filter((each) => !each.required && !(each.name in input)),
          pick,
        );
        const further = other === undefined ? undefined : any(await suggested(other, input), pick);
        const beside = other === undefined || further === undefined ? [] : [{ ...input, [other.name]: further }];
        for (const given of [input, ...beside]) {
          orders += 1;
          const refusal = await refusalOf(user, path, given);
          if (refusal !== undefined && isUnknown(refusal, given))
            problems.push(
              `${user}: /${path} ${JSON.stringify(given)}: ${refusal.code} ${JSON.stringify(refusal.facts)}`,
            );
        }
      }
    }
  }
  return { orders, problems };
};

test.each(rulesets.map((ruleset) => ({ id: ruleset.id, ruleset })))(
  '$id: every suggested option value gives an order that is not refused as unknown',
  async ({ ruleset }) => {
    let orders = 0;
    for (const seed of seeds(1)) {
      const pick = picker(seed * 15_485_863);
      const trying = createTrialApp();
      const { there } = trying;
      // Alternates between two players with a hidden combatant, and mixed sides.
      if (seed % 2 === 1) await begun(there, ruleset.id, pick);
      else await begunAgainst(there, ruleset, kindsFor(ruleset, pick, 'mixed'), pick);
      for (let moment = 0; moment < 3; moment++) {
        for (const user of ['gm', any(['ada', 'bob'], pick) ?? 'ada']) {
          const done = await everySuggestion(trying, ruleset, user, pick);
          orders += done.orders;
          expect(done.problems, `seed ${seed}, moment ${moment}`).toEqual([]);
        }
        for (let n = 0; n < 12; n++) await giveRandomOrder(there, pick);
      }
    }
    expect(orders).toBeGreaterThan(notHollow(10));
  },
  unhurried,
);
