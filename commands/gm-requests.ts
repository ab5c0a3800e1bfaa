import { z } from 'zod';
import type { Asker, Input } from '../src/app/command.ts';
import { command } from '../src/app/command.ts';
import { offered, offersOf } from '../src/app/completing.ts';
import { giverOf } from '../src/app/giver.ts';
import { changeControls, requestControls, requestText } from '../src/app/gm-requests.ts';
import { told } from '../src/app/gm-selection.ts';
import { optionsOf } from '../src/app/options.ts';
import { reply } from '../src/app/reply.ts';
import type { Services } from '../src/app/services.ts';
import type { OpenBattle } from '../src/battle/battle.ts';
import { requestMeant } from '../src/battle/requests.ts';
import { isGm } from '../src/battle/rights.ts';
import { type Refusal, refuse } from '../src/core/refusal.ts';
import { ok, type Result } from '../src/core/result.ts';
import { sameName } from '../src/core/text.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { oneOf, text, whole } from '../src/rules/params.ts';

const which = {
  who: text('Who asks; left out: the only one who does', 80).optional(),
  request: whole('The number of the request', 1, 1_000_000_000).optional(),
};

const completeWho = async (asker: Asker, typed: string, { battles }: Services) => {
  const battle = await battles.open(asker.channel);
  const asking = battle.ok && isGm(battle.value.saved.table, asker.user) ? battle.value.saved.table.requests : [];
  return offered(offersOf(asking.map(({ actor }) => actor)), typed);
};

/** Whom the GM names is called as they are, whatever the letter case. */
const meantBy = (
  { saved: { table } }: OpenBattle,
  { who, request }: { readonly who?: string | undefined; readonly request?: number | undefined },
) => ({
  n: request,
  who: who === undefined ? undefined : (table.requests.find(({ actor }) => sameName(actor, who))?.actor ?? who),
});

/** Reads `power:20, name:Elixir`: what takes the place of what was asked. */
const changesIn = (battle: OpenBattle, verb: string, words: string): Result<Input, Refusal> => {
  const declared = battle.ruleset.verbs[verb];
  const options = declared === undefined ? [] : optionsOf(declared.params);
  const changed: Record<string, unknown> = {};
  for (const part of words.split(/[,;]/).filter((each) => each.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*[:=]\s*(.*?)\s*$/.exec(part) ?? [];
    const option = options.find((each) => sameName(each.name, name));
    if (option === undefined)
      return refuse('bad-input', { option: 'change', problem: `write it like ${options[0]?.name ?? 'power'}:20` });
    changed[option.name] =
      option.kind === 'whole' ? Number(value) : option.kind === 'flag' ? /^(yes|true|on)$/i.test(value) : value;
  }
  return ok(changed);
};

const grant = command({
  path: ['gm', 'grant'],
  answers: 'everyone',
  summary: 'GM: grant what a player asked for, as it was asked or with other numbers',
  params: z.strictObject({ ...which, change: text('Other numbers: power:20, difficulty:8', 300).optional() }),
  complete: async (asker, option, typed, _soFar, services) =>
    option === 'who' ? completeWho(asker, typed, services) : [],
  run: async (asker, input, { battles }) => {
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return battle;
    if (!isGm(battle.value.saved.table, asker.user)) return refuse('gm-only');
    const meant = requestMeant(battle.value, meantBy(battle.value, input));
    if (!meant.ok) return meant;
    const changed = changesIn(battle.value, meant.value.verb, input.change ?? '');
    if (!changed.ok) return changed;
    return told(await battles.grant(giverOf(asker), { n: meant.value.n }, changed.value), asker);
  },
});

const change = command({
  path: ['gm', 'change'],
  summary: 'GM: grant what a player asked for with another number, chosen from a list',
  params: z.strictObject(which),
  complete: async (asker, option, typed, _soFar, services) =>
    option === 'who' ? completeWho(asker, typed, services) : [],
  run: async (asker, input, { battles }) => {
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return battle;
    if (!isGm(battle.value.saved.table, asker.user)) return refuse('gm-only');
    const meant = requestMeant(battle.value, meantBy(battle.value, input));
    if (!meant.ok) return meant;
    const { actor, granted } = meant.value;
    const typed = `/gm grant who:${actor} change:${granted[0] ?? 'power'}:…`;
    const lines = [line(requestText(battle.value, meant.value)), line(`Choose below, or type ${typed}`, 'quiet')];
    const lists = changeControls(battle.value, meant.value, asker.view).slice(0, 4);
    const controls = [...lists, requestControls(battle.value, meant.value, asker.view).filter((_, at) => at !== 1)];
    return ok(reply({ cards: [card(`With which numbers for ${actor}?`, { lines })], to: 'asker', controls }));
  },
});

const deny = command({
  path: ['gm', 'deny'],
  answers: 'everyone',
  summary: 'GM: refuse what a player asked for',
  params: z.strictObject({ ...which, why: text('Why: everybody reads it', 200).optional() }),
  complete: async (asker, option, typed, _soFar, services) =>
    option === 'who' ? completeWho(asker, typed, services) : [],
  run: async (asker, input, { battles }) => {
    const battle = await battles.open(asker.channel);
    return battle.ok
      ? told(await battles.deny(giverOf(asker), meantBy(battle.value, input), input.why), asker)
      : battle;
  },
});

const numbers = command({
  path: ['gm', 'numbers'],
  summary: 'GM: are the numbers that players give put to you, or do they pass at this table?',
  params: z.strictObject({ from: oneOf('Ask: you grant each; pass: they are taken as given', ['ask', 'pass']) }),
  run: async (asker, { from }, { battles }) =>
    told(
      await battles.table(giverOf(asker), 'rule', 'numbers', () =>
        ok([{ type: 'numbers-set', trusting: from === 'pass' }]),
      ),
      asker,
    ),
});

export const gmRequestCommands = [grant, change, deny, numbers];
