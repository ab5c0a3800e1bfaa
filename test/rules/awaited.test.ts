import { expect, test } from 'vitest';
import { ref, say, type Text } from '../../src/core/message.ts';
import { lazyExpectedAction } from '../../src/rules/expected-action.ts';
import {
  expectedActionForReader,
  nameLookupShowingAll,
  withoutAutoPlan,
  withoutPrivateVerbs,
} from '../../src/rules/for-reader.ts';

/** A turn of Ann, and how often its expensive parts were calculated. */
const turnOf = () => {
  const work = { verbs: 0, auto: 0, planned: 0 };
  const usual = { label: say`Strike ${ref('Bob')}`, verb: 'strike', params: { target: 'Bob' } };
  const turn = lazyExpectedAction<Text>(
    { actor: 'Ann', kind: 'turn', what: 'to act', own: ['cast'], idle: usual },
    {
      verbs: () => {
        work.verbs++;
        return ['strike', 'cast'];
      },
      auto: () => {
        work.auto++;
        return usual;
      },
    },
  );
  const awaited = expectedActionForReader(turn, nameLookupShowingAll, () => {
    work.planned++;
    return { label: 'Flee', verb: 'flee', params: {} };
  });
  return { work, awaited };
};

const strike = { label: 'Strike Bob', verb: 'strike', params: { target: 'Bob' } };
const flee = { label: 'Flee', verb: 'flee', params: {} };

test('an expected action is calculated lazily, and once', () => {
  const { work, awaited } = turnOf();
  const others = withoutPrivateVerbs(awaited);
  expect(work).toEqual({ verbs: 0, auto: 0, planned: 0 });
  for (const each of [awaited, others, awaited, others]) expect([each.auto, each.fallback]).toEqual([flee, strike]);
  expect([awaited.verbs, others.verbs, awaited.verbs]).toEqual([['strike', 'cast'], ['strike'], ['strike', 'cast']]);
  expect(work).toEqual({ verbs: 1, auto: 1, planned: 1 });
});

test('an expected action is complete as JSON', () => {
  const { awaited } = turnOf();
  const whole = { actor: 'Ann', kind: 'turn', what: 'to act', verbs: ['strike', 'cast'], own: ['cast'], idle: strike };
  const written = (each: unknown): unknown => JSON.parse(JSON.stringify(each));
  expect(written(awaited)).toEqual({ ...whole, fallback: strike, auto: flee });
  expect(written(withoutPrivateVerbs(awaited))).toEqual({ ...whole, verbs: ['strike'], fallback: strike, auto: flee });
  expect(written(withoutAutoPlan(awaited))).toEqual(whole);
});
