import { z } from 'zod';
import type { HiddenPlan } from '../../battle/saved/session.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { formatVerbAndParams } from '../../battle/views/hidden-plans.ts';
import { normalizeName, ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import { setOwn } from '../../core/plain-object.ts';
import { type CommandOption, listOptions } from '../../rules/command-options.ts';
import { type ParamOffer, parseInput } from '../../rules/verb.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { CommandInput } from '../command-kit/command.ts';
import { equivalentCommands } from '../command-kit/equivalent-verbs.ts';
import type { Services } from '../services.ts';

/** `target:Ann weapon:long bow` as options; a beginning without a name belongs to the first of them. */
const parseOptions = (text: string, options: readonly CommandOption[]): CommandInput => {
  const names = options.map(({ name }) => name);
  const parts = text.split(/(?:^|\s+)([\w-]+):/);
  const [bare = '', ...named] = parts;
  const [first] = names;
  const given: Record<string, string> = {};
  if (bare.trim() !== '' && first !== undefined) given[first] = bare.trim();
  for (let at = 0; at < named.length; at += 2) setOwn(given, named[at] ?? '', (named[at + 1] ?? '').trim());
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const kind = options.find((option) => option.name === name)?.kind;
      if (kind === 'whole' && /^-?\d+$/.test(value)) return [name, Number(value)];
      return [name, kind === 'flag' ? normalizeName(value) !== 'no' && normalizeName(value) !== 'false' : value];
    }),
  );
};

/** What the GM gives somebody hidden to do, as it is typed: `nothing`, `ask` to be asked again, or an order like `attack target:Ann`. */
export const parsePlan = ({ ruleset }: OpenBattle, typed: string): Result<HiddenPlan | undefined, Refusal> => {
  const [word = '', rest = ''] = typed
    .trim()
    .replace(/^\//, '')
    .split(/\s+(.*)/s);
  if (normalizeName(word) === 'nothing') return ok({ does: 'nothing' });
  if (normalizeName(word) === 'ask') return ok(undefined);
  const name = normalizeName(word);
  const verb = ruleset.verbs[name];
  if (verb === undefined || verb.role !== 'player')
    return refuse('not-in-system', { verb: word, system: ruleset.title, order: equivalentCommands(ruleset, name) });
  const params = parseOptions(rest, listOptions(verb.params));
  const fits = parseInput(verb.params, params);
  return fits.ok ? ok({ does: 'order', verb: name, params: { ...params } }) : fits;
};

/** What may be planned for somebody hidden: nothing, to be asked, or what could be ordered for them, each with its first choices. */
export const planOffers = async (
  { battles }: Pick<Services, 'battles'>,
  asker: Asker,
  battle: OpenBattle,
  who: string,
): Promise<readonly ParamOffer[]> => {
  const { verbs } = battle.ruleset;
  const actor = battle.game.roster().find(({ id }) => id === who)?.actor ?? who;
  const offers: ParamOffer[] = [
    { value: 'nothing', label: 'nothing: do nothing visible while hidden' },
    { value: 'ask', label: 'ask: ask me on its turn' },
  ];
  for (const verb of Object.keys(verbs)) {
    const [first] = listOptions(verbs[verb]?.params ?? z.object({})).filter(({ required }) => required);
    if (verbs[verb]?.role !== 'player' || verbs[verb]?.answers !== undefined) continue;
    const chosen = first && (await battles.offers(asker.channel, asker.user, verb, first.name, { as: actor }));
    // Of a warband one warrior's moment is none of the others'.
    const own = chosen?.filter(({ value }) => value === who) ?? [];
    const orders =
      first === undefined
        ? [formatVerbAndParams(verb, {})]
        : (own.length > 0 ? own : (chosen ?? []))
            .slice(0, 4)
            .map(({ value }) => formatVerbAndParams(verb, { [first.name]: value }));
    offers.push(...orders.map((value) => ({ value: value.slice(0, 100), label: value.slice(0, 100) })));
  }
  return offers;
};
