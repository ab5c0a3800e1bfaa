import { expect, test } from 'vitest';
import type { CommandInput } from '../../src/app/command-kit/command.ts';
import { admitEntrants } from '../../src/battle/decide/decisions.ts';
import { roleOf } from '../../src/battle/views/viewer.ts';
import type { CommandOption } from '../../src/rules/command-options.ts';
import { rulesets } from '../../src/systems/index.ts';
import { isLong, notHollow, seeds, someOf, unhurried } from '../budget.ts';
import { picker } from '../chance.ts';
import { sidesOf } from '../systems/any-battle.ts';
import { type House, house, opened } from './house.ts';
import { any, begun, prepared, randomOrder } from './random-play.ts';

/** Names that every object inherits. */
const inherited = Object.getOwnPropertyNames(Object.prototype);

/** Forms in which a name can be typed. */
const forms: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `${name}=1`,
  (name) => `${name}: 1`,
  (name) => `${name} 1`,
  (name) => `${name}.${name}=1`,
  (name) => `1-2 ${name}`,
  (name) => `${name}:${name}`,
  (name) => `${name}, ${name}`,
  (name) => `side:${name}`,
  (name) => `1d6+${name}`,
  (name) => `{"${name}":{"${name}":1},"name":"${name}"}`,
];

/** A valid value of an option, so that the command gets past it. */
const validValue = async (there: House, path: string, option: CommandOption, soFar: CommandInput): Promise<unknown> => {
  const [offer] = await there.complete('gm', path, option.name, '', soFar);
  if (offer !== undefined) return offer.value;
  switch (option.kind) {
    case 'whole':
      return option.min ?? 1;
    case 'flag':
      return true;
    case 'choice':
      return option.choices[0];
    case 'text':
    case 'file':
      return 'Ada';
  }
};

/** Returns an app with a running battle. Composes a new one after a change. */
const createBattles = (system: string) => {
  let current: { readonly there: House; readonly version: number } | undefined;
  return async (): Promise<House> => {
    const battle = await current?.there.services.battles.open('table');
    if (current === undefined || !battle?.ok || battle.value.saved.version !== current.version) {
      const there = house();
      await begun(there, system, picker(7));
      current = { there, version: (await opened(there)).saved.version };
    }
    return current.there;
  };
};

test.each(
  someOf(
    rulesets.map(({ id }) => id),
    1,
  ),
)(
  '%s: names of Object.prototype are ordinary input in every option of every command',
  async (system) => {
    const fresh = createBattles(system);
    const problems: string[] = [];
    const { dispatcher } = await fresh();
    /** Takes a few items, different ones each time. The long run takes all. */
    let turn = 0;
    const some = <T>(list: readonly T[], few: number): readonly T[] => {
      turn += few;
      return isLong ? list : list.filter((_, at) => (at + list.length - (turn % list.length)) % list.length < few);
    };
    const heard = async (what: string, doing: (there: House) => Promise<unknown>): Promise<void> => {
      try {
        await doing(await fresh());
      } catch (error) {
        problems.push(`${what}: ${error instanceof Error ? error.stack?.split('\n').slice(0, 4).join(' | ') : error}`);
      }
    };
    const given = (path: string, input: CommandInput, user = 'gm') =>
      heard(`${user}: /${path} ${JSON.stringify(input)}`, async (there) => {
        const answer = await there.run(user, path, input);
        const text = answer.ok ? 'Done.' : await there.sentence(answer.error, 'table');
        expect(text).toMatch(/^[^\n]+$/);
        expect(text).not.toMatch(/undefined|\[object|native code/);
      });
    for (const { path: words, options, systems } of dispatcher.commands) {
      if (systems?.includes(system) === false) continue;
      const path = words.join(' ');
      const typed = options.filter(({ kind }) => kind === 'text' || kind === 'file' || kind === 'choice');
      for (const option of typed) {
        const beside: Record<string, unknown> = {};
        for (const other of options.filter((each) => each.required && each !== option))
          await heard(`usual /${path} ${other.name}`, async (there) => {
            beside[other.name] = await validValue(there, path, other, beside);
          });
        for (const form of option.kind === 'choice' ? forms.slice(0, 1) : some(forms, 4))
          for (const name of some(inherited, 2)) await given(path, { ...beside, [option.name]: form(name) });
        for (const name of ['constructor', '__proto__']) {
          await given(path, { ...beside, [option.name]: name }, 'ada');
          await given(path, Object.fromEntries(typed.map((each) => [each.name, name])));
          const soFar = Object.fromEntries([[name, name], ...Object.entries(beside)]);
          await heard(`/${path} ${option.name} of ${name}`, (there) =>
            there.complete('gm', path, option.name, name, soFar),
          );
          await heard(`/${path} ${option.name} beside ${name}`, (there) =>
            there.complete('gm', path, option.name, '', { ...soFar, [option.name]: name }),
          );
        }
      }
      for (const name of some(inherited, 3)) {
        await given(path, Object.fromEntries([[name, 'x']]));
        await heard(`/${path} ${name}`, (there) => there.complete('gm', path, name, 'x', {}));
      }
    }
    for (const name of inherited) {
      await given(name, {});
      await given(`battle ${name}`, {});
      await given(`${system} ${name}`, {});
      await heard(name, (there) => there.complete('gm', name, name, name));
    }
    expect(problems).toEqual([]);
  },
  unhurried,
);

test.each(rulesets.map((ruleset) => ({ system: ruleset.id, ruleset })))(
  '$system: names of Object.prototype are reserved for combatants and sides',
  async ({ system, ruleset }) => {
    const there = house();
    const battle = await begun(there, system, picker(7));
    const [preset] = Object.values(ruleset.presets);
    const codeOf = (id: string, side?: string): string => {
      const come = admitEntrants(battle, 'gm', [{ id, side, sheet: preset?.sheet }]);
      return come.ok ? 'enters' : come.error.code;
    };
    for (const name of inherited) {
      expect(codeOf(name), name).toBe('reserved-name');
      expect(codeOf('Grim', name), name).toBe('reserved-side');
      expect(codeOf(`${name} 2`, `${name} 2`), name).toBe('enters');
    }
  },
);

test('a user named like a member of Object.prototype is a stranger until they join', async () => {
  for (const name of someOf(inherited, 3)) {
    const there = house();
    await there.run('gm', 'battle create', { system: 'skure', name: 'The ford', size: '9x8' });
    const role = async () => roleOf((await opened(there)).saved.table, name);
    expect(await role()).toBe('stranger');
    for (const { path, options } of there.dispatcher.commands) {
      if (options.some(({ required }) => required) || path[0] === 'battle') continue;
      const answer = await there.run(name, path.join(' '));
      if (!answer.ok) expect(await there.sentence(answer.error, 'table')).toMatch(/^[^\n]+$/);
    }
    expect(await there.run(name, 'gm panel')).toMatchObject({ ok: false, error: { code: 'gm-only' } });
    expect(await role()).toBe('stranger');
    expect(await there.run(name, 'battle join', { preset: 'swordsman', name: 'Grim' })).toMatchObject({ ok: true });
    expect(await role(), name).toBe('player');
    expect((await there.run(name, 'my view')).ok).toBe(true);
  }
});

/** Replaces every name in a sheet. */
const withName = (sheet: unknown, name: string): unknown =>
  JSON.parse(JSON.stringify(sheet), (key, value: unknown) =>
    key === 'name' && typeof value === 'string' ? name : value,
  );

test.each(rulesets.map((ruleset) => ({ system: ruleset.id, ruleset })))(
  '$system: weapons, spells and items named like members of Object.prototype work',
  async ({ system, ruleset }) => {
    const played = { orders: 0, done: 0 };
    for (const seed of seeds(2)) {
      const pick = picker(seed * 7919);
      const there = house();
      const { battles } = there.services;
      await battles.create(there.asker('gm'), { system, name: 'Names', settings: {} });
      const sides = sidesOf(ruleset);
      for (const [at, user] of ['ada', 'bob'].entries()) {
        const sheet = withName(any(Object.values(ruleset.presets), pick)?.sheet, any(inherited, pick) ?? '');
        await battles.join(there.asker(user), { id: user === 'ada' ? 'Ada' : 'Bob', side: sides[at], sheet });
      }
      await prepared(there);
      for (let n = 0; n < 40; n++) {
        const { user, path, input } = await randomOrder(there, pick);
        const answer = await there.run(user, path, input);
        played.orders += 1;
        if (answer.ok) played.done += 1;
        else expect(await there.sentence(answer.error, 'table')).not.toMatch(/undefined|\[object|native code/);
      }
    }
    expect(played.done).toBeGreaterThan(notHollow(2));
  },
  unhurried,
);
