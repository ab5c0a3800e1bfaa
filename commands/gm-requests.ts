import { z } from 'zod';
import {
  type CommandInput,
  defineCommand,
  matchingOffers,
  toIssuer,
  toOffers,
} from '../src/app/command-kit/command.ts';
import { describeRequest, requestChangeControls, requestControls } from '../src/app/replies/inbox-notes.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { createPrivateView, type PrivateViewKind } from '../src/app/replies/reply.ts';
import { findRequest } from '../src/battle/decide/command.ts';
import { type GmRequest, gmRequestsOf } from '../src/battle/saved/session.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { isGm } from '../src/battle/views/viewer.ts';
import { isSameName, ok, phrase, type Refusal, type Result, refuse } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { listOptions } from '../src/rules/command-options.ts';
import { line } from '../src/rules/event.ts';
import { oneOfParam, textParam, wholeNumberParam } from '../src/rules/verb.ts';

/** Whom the GM names is called as they are, whatever the letter case. */
const findRequestFor = (
  { saved: { table } }: OpenBattle,
  { who, request }: { readonly who?: string | undefined; readonly request?: number | undefined },
) => ({
  n: request,
  who: who === undefined ? undefined : (gmRequestsOf(table).find(({ actor }) => isSameName(actor, who))?.actor ?? who),
});

/** Reads `power:20, name:Elixir`: what takes the place of what was asked. */
const parseChanges = (battle: OpenBattle, verb: string, words: string): Result<CommandInput, Refusal> => {
  const declared = battle.ruleset.verbs[verb];
  const options = declared === undefined ? [] : listOptions(declared.params);
  const changed: Record<string, unknown> = {};
  for (const part of words.split(/[,;]/).filter((each) => each.trim() !== '')) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*[:=]\s*(.*?)\s*$/.exec(part) ?? [];
    const option = options.find((each) => isSameName(each.name, name));
    if (option === undefined)
      return refuse('bad-input', {
        option: 'change',
        problem: phrase`write an option and its value, like ${options[0]?.name ?? 'power'}:20`,
      });
    changed[option.name] =
      option.kind === 'whole' ? Number(value) : option.kind === 'flag' ? /^(yes|true|on)$/i.test(value) : value;
  }
  return ok(changed);
};

const changeRequestReply = (battle: OpenBattle, request: GmRequest, view: PrivateViewKind | undefined) => {
  const { actor, granted } = request;
  const typed = phrase`/gm request answer:grant who:${actor} change:${granted[0] ?? 'power'}:…`;
  const lines = [line(describeRequest(battle, request)), line(phrase`Choose below, or type ${typed}`, 'quiet')];
  const lists = requestChangeControls(battle, request, view).slice(0, 4);
  const controls = [...lists, requestControls(battle, request, view).filter((_, at) => at !== 1)];
  return createPrivateView({ cards: [card(phrase`Which numbers for ${actor}?`, { lines })], controls });
};

const request = defineCommand(['battles'], {
  path: ['gm', 'request'],
  usualReader: 'everyone',
  summary: 'GM: grant what a player asked for, grant it with other numbers, or refuse it',
  params: z.strictObject({
    answer: oneOfParam('Your answer', ['grant', 'change', 'refuse']),
    who: textParam('Who asked, if there are several requests', 80).optional(),
    request: wholeNumberParam('The number of the request', 1, 1_000_000_000).optional(),
    change: textParam('Grant with other numbers: power:20, difficulty:8', 300).optional(),
    why: textParam('Reason for refusing (public)', 200).optional(),
  }),
  complete: async (asker, option, typed, _soFar, { battles }) => {
    const battle = option === 'who' ? await battles.open(asker.channel) : undefined;
    const asking =
      battle?.ok && isGm(battle.value.saved.table, asker.user) ? gmRequestsOf(battle.value.saved.table) : [];
    return matchingOffers(toOffers(asking.map(({ actor }) => actor)), typed);
  },
  run: async (asker, input, { battles }) => {
    const battle = await battles.open(asker.channel);
    if (!battle.ok) return battle;
    if (!isGm(battle.value.saved.table, asker.user)) return refuse('gm-only');
    const meant = findRequest(battle.value, findRequestFor(battle.value, input));
    if (!meant.ok) return meant;
    const { n, verb } = meant.value;
    if (input.answer === 'refuse') return orderAnswer(await battles.deny(toIssuer(asker), { n }, input.why), asker);
    if (input.answer === 'change' && input.change === undefined)
      return ok(changeRequestReply(battle.value, meant.value, asker.view));
    const changed = parseChanges(battle.value, verb, input.change ?? '');
    return changed.ok ? orderAnswer(await battles.approve(toIssuer(asker), { n }, changed.value), asker) : changed;
  },
});

const numbers = defineCommand(['battles'], {
  path: ['gm', 'numbers'],
  summary: 'GM: choose whether numbers entered by players need your approval',
  params: z.strictObject({
    from: oneOfParam('ask: you approve each number; pass: numbers are accepted without asking you', ['ask', 'pass']),
  }),
  run: async (asker, { from }, { battles }) =>
    orderAnswer(
      await battles.changeSession(toIssuer(asker), 'rule', 'numbers', () =>
        ok([{ type: 'numbers-set', trusting: from === 'pass' }]),
      ),
      asker,
    ),
});

export const gmRequestCommands = [request, numbers];
