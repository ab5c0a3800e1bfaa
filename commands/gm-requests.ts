import { z } from 'zod';
import { toIssuer } from '../src/app/command-kit/asker.ts';
import { type CommandInput, defineCommand, toOffers } from '../src/app/command-kit/command.ts';
import { describeRequest, requestChangeControls, requestControls } from '../src/app/replies/gm-request-cards.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import type { PrivateViewKind } from '../src/app/replies/reply.ts';
import { findRequest } from '../src/battle/decide/number-requests.ts';
import { type GmRequest, gmRequestsOf } from '../src/battle/saved/session.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { isGm } from '../src/battle/views/permissions.ts';
import { isSameName, phrase } from '../src/core/message.ts';
import { ok, type Refusal, type Result, refuse } from '../src/core/result.ts';
import { listOptions } from '../src/rules/command-options.ts';
import { line } from '../src/rules/lines.ts';
import { oneOfParam, textParam, wholeNumberParam } from '../src/rules/params.ts';
import { changeSession, openAsGm, privateCard } from './answers.ts';
import { completeEach, offersOfBattle } from './completion.ts';

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
  return privateCard(phrase`Which numbers for ${actor}?`, { lines }, { controls });
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
  complete: completeEach({
    who: offersOfBattle(({ saved: { table } }, { user }) =>
      toOffers(isGm(table, user) ? gmRequestsOf(table).map(({ actor }) => actor) : []),
    ),
  }),
  run: async (asker, input, services) => {
    const { battles } = services;
    const battle = await openAsGm(asker, services);
    if (!battle.ok) return battle;
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
  run: (asker, { from }, services) =>
    changeSession(asker, services, 'rule', 'numbers', () => ok([{ type: 'numbers-set', trusting: from === 'pass' }])),
});

export const gmRequestCommands = [request, numbers];
