import type { Refusal, Result } from '../../core/result.ts';
import { gmActor } from '../../rules/caller.ts';
import type { Answer, ParamOffer } from '../../rules/verb.ts';
import type { BattleLoader } from '../commit/battle-loader.ts';
import { defaultActor } from '../decide/decision.ts';
import { type Monitor, watchRuling } from '../decide/decisions.ts';
import { findAllByName } from '../decide/entrants.ts';
import { redactInput, redactRefusal } from '../decide/redact-input.ts';
import { createCaller } from '../views/permissions.ts';
import { viewerOf } from '../views/viewer.ts';

/** Free questions, and what may be chosen. Neither changes anything. */
export interface BattleQueries {
  /** A free question; `reader` is who reads the answer: nobody in particular where it is public. */
  readonly ask: (
    channel: string,
    reader: string | undefined,
    user: string,
    query: string,
    input: unknown,
    actor?: string,
  ) => Promise<Result<Answer, Refusal>>;
  readonly offers: (
    channel: string,
    user: string,
    name: string,
    param: string,
    soFar: Readonly<Record<string, unknown>>,
  ) => Promise<readonly ParamOffer[] | undefined>;
}

/** Questions to the battles of a store. */
export const createBattleQueries = (
  { byChannel }: Pick<BattleLoader, 'byChannel'>,
  monitor: Monitor,
): BattleQueries => ({
  ask: async (channel, reader, user, query, input, named) => {
    const battle = await byChannel(channel);
    if (!battle.ok) return battle;
    const found = named === undefined ? undefined : findAllByName(battle.value, user, [named]);
    if (found !== undefined && !found.ok) return found;
    const actor = found?.value[0] ?? defaultActor(battle.value, user, query) ?? gmActor;
    const redacted = redactInput(battle.value, user, query, input);
    const finish = watchRuling(monitor, battle.value, query);
    try {
      const caller = createCaller(battle.value, user, actor);
      const answer = battle.value.game.answerQuery(query, caller, redacted.params, viewerOf(battle.value, reader));
      const told = redacted.restore(answer);
      return told.ok ? told : { ok: false, error: redactRefusal(battle.value, user, told.error) };
    } finally {
      finish();
    }
  },
  offers: async (channel, user, name, param, soFar) => {
    const battle = await byChannel(channel);
    if (!battle.ok) return undefined;
    const named = typeof soFar.as === 'string' ? findAllByName(battle.value, user, [soFar.as]) : undefined;
    const actor = (named?.ok ? named.value[0] : undefined) ?? defaultActor(battle.value, user, name);
    if (actor === undefined) return [];
    const viewer = viewerOf(battle.value, user);
    const finish = watchRuling(monitor, battle.value, name);
    try {
      return battle.value.game.offers(name, param, createCaller(battle.value, user, actor), soFar, viewer);
    } finally {
      finish();
    }
  },
});
