import { expect, test } from 'vitest';
import { battleCard } from '../../src/app/replies/battle-panel.ts';
import { rollModes } from '../../src/battle/saved/session.ts';
import { suggestionFor } from '../../src/battle/views/expected-actions.ts';
import { viewerOf } from '../../src/battle/views/viewer.ts';
import { rulesets } from '../../src/systems/index.ts';
import { must } from './duel.ts';
import { type House, house, opened } from './house.ts';

/** Who may read the action and dice in each mode. Others read only that someone rolled, and the visible result. */
const readersByMode: Readonly<
  Record<(typeof rollModes)[number], Readonly<Record<'gm' | 'roller' | 'target' | 'eve', boolean>>>
> = {
  public: { gm: true, roller: true, target: true, eve: true },
  private: { gm: true, roller: true, target: false, eve: false },
  blind: { gm: true, roller: false, target: false, eve: false },
  self: { gm: false, roller: true, target: false, eve: false },
};

/** A combatant of Ada's against one of Bob's, face to face on a board. */
const createDuel = async (system: string): Promise<House> => {
  const there = house();
  const sides = system === 'sword-world' ? ['allies', 'enemies'] : ['red', 'blue'];
  const [preset] = Object.values(rulesets.find(({ id }) => id === system)?.presets ?? {});
  const sheet = { preset: preset?.title ?? '' };
  await must(there, 'gm', 'battle create', { system, name: 'Modes', ...(system === 'skure' && { size: '4x4' }) });
  await must(there, 'ada', 'battle join', { ...sheet, side: sides[0], name: 'Ann' });
  await must(there, 'bob', 'battle join', { ...sheet, side: sides[1], name: 'Cid' });
  if (system === 'skure') {
    await must(there, 'gm', 'skure place', { target: 'Ann', to: 'A1', facing: 'E' });
    await must(there, 'gm', 'skure place', { target: 'Cid', to: 'B1', facing: 'W' });
  }
  return there;
};

/** Gives the default order of the expected combatant in this roll mode. Prefers attacks. */
const step = async (there: House, rolls?: string): Promise<boolean> => {
  const battle = await opened(there);
  const { pending, table, status } = battle.saved;
  if (status === 'ended') return false;
  if (pending !== undefined) {
    await must(there, table.control[pending.question.to] ?? 'gm', 'my answer', { choice: pending.question.auto });
    return true;
  }
  const due = battle.game.expectedActions().find(({ auto }) => auto !== undefined);
  if (due === undefined) {
    if (status !== 'setup') return false;
    await must(there, 'gm', 'battle start', {});
    return true;
  }
  const auto = suggestionFor(battle, due.actor, due.kind) ?? due.auto;
  const issuer = there.asker(table.control[due.actor] ?? 'gm');
  const wanted = rolls as (typeof rollModes)[number] | undefined;
  const foe = due.actor === 'Ann' ? 'Cid' : 'Ann';
  const order = (verb: string, params: object) =>
    there.services.battles.order(issuer, { verb, params, actor: due.actor, rolls: wanted });
  if (due.verbs.includes('attack') && (await order('attack', { target: foe })).ok) return true;
  if (due.verbs.includes('declare')) {
    const strikes = battle.ruleset.id === 'straalara' ? { action: 'brawl', stance: 'mixed' } : { action: 'attack' };
    if ((await order('declare', { ...strikes, target: foe })).ok) return true;
  }
  return auto !== undefined && (await order(auto.verb, auto.params)).ok;
};

test.each(rulesets.flatMap(({ id }) => rollModes.map((rolls) => ({ system: id, rolls }))))(
  '$system, $rolls: text, picture, alt text, roster and log tell each reader the same',
  async ({ system, rolls }) => {
    const there = await createDuel(system);
    let rolled = 0;
    for (let n = 0; n < 24; n++) {
      const was = await opened(there);
      if (!(await step(there, rolls))) break;
      const now = await opened(there);
      const log = await there.stores.battles.log(now.saved, was.saved.version + 1);
      const [entry] = log;
      if (log.length !== 1 || entry === undefined || entry.dice.length === 0 || entry.events.length === 0) continue;
      if (entry.request.kind === 'order' && entry.rolls !== rolls) continue;
      rolled++;
      const roller = entry.request.kind === 'answer' ? (was.saved.pending?.user ?? entry.user) : entry.user;
      for (const [reader, reads] of Object.entries(readersByMode[rolls])) {
        const user = { gm: 'gm', roller, target: roller === 'ada' ? 'bob' : 'ada', eve: 'eve' }[reader] ?? 'eve';
        const may = user === 'gm' ? readersByMode[rolls].gm || (roller === 'gm' && readersByMode[rolls].roller) : reads;
        const where = `${system} ${rolls}, ${reader}: ${JSON.stringify(entry.request).slice(0, 120)}`;
        const told = await there.services.battles.logView('table', user);
        const lines = (told.ok ? told.value : []).find((each) => each.entry.n === entry.n)?.lines ?? [];
        const view = now.game.view(viewerOf(now, user));
        const strokes = view.board?.kind === 'grid' ? view.board.strokes.length : 0;
        const { picture } = battleCard(now, user);
        if (may) continue;
        // Others read who rolled and the visible result: no dice, no rule, no action.
        expect(lines[0]?.text, where).toMatch(/ rolls in secret\.$/);
        expect(
          lines.slice(1).every(({ text }) => text.startsWith('What everyone can see: ')),
          where,
        ).toBe(true);
        expect(
          lines.every(({ rows }) => rows.length === 0),
          where,
        ).toBe(true);
        const kinds = now.game.strokesOf(entry.events);
        if (kinds.includes('attack')) expect(picture?.alt, where).not.toContain('An attack is drawn');
        if (kinds.includes('move')) expect(picture?.alt, where).not.toContain('A move is drawn');
        expect(strokes, where).toBeLessThanOrEqual(2 - kinds.length);
        // The log line and the roster come from the same view.
        const before = was.game.view(viewerOf(was, user));
        for (const { id, gauges } of view.combatants) {
          const [gauge] = gauges;
          const old = before.combatants.find((each) => each.id === id)?.gauges[0];
          if (gauge !== undefined && gauge.text !== old?.text)
            expect(lines[1]?.text, where).toContain(`${id}: ${gauge.text}`);
        }
      }
      const open = await must(there, 'eve', 'battle status', { public: true });
      if (rolls !== 'public') expect(JSON.stringify(open.cards)).not.toContain('drawn from');
    }
    expect(rolled, system).toBeGreaterThan(0);
  },
  60_000,
);

test.each(rulesets.filter(({ id }) => id !== 'segment'))(
  '$id: my-foes hides the rolls of the GM’s visible combatants, and no others',
  async ({ id: system }) => {
    const there = await createDuel(system);
    await must(there, 'gm', 'gm control', { who: 'Cid' });
    await must(there, 'gm', 'gm rolls', { mode: 'my-foes' });
    for (let n = 0; n < 24 && (await step(there)); n++);
    const { saved } = await opened(there);
    const rolled = (await there.stores.battles.log(saved)).flatMap(({ request, dice, rolls }) =>
      request.kind === 'order' && dice.length > 0 && /"do":"verb"/.test(JSON.stringify(request.doings))
        ? [{ actor: request.actor, rolls }]
        : [],
    );
    expect(rolled.map(({ rolls }) => rolls)).toEqual(rolled.map(({ actor }) => (actor === 'Cid' ? 'blind' : 'public')));
    expect(rolled.map(({ rolls }) => rolls)).toContain('blind');
  },
);

test.each(rulesets)('$id: my-foes says if it hides nothing, because one order rolls for everyone', async ({ id }) => {
  const there = await createDuel(id);
  const told = JSON.stringify(await must(there, 'gm', 'gm rolls', { mode: 'my-foes' }));
  expect(told.includes('one order rolls for everyone here')).toBe(id === 'segment');
});

test('the picture shows a secret attack to others only after it is revealed', async () => {
  const there = await createDuel('skure');
  await must(there, 'gm', 'battle start');
  const alt = async (user: string) => battleCard(await opened(there), user).picture?.alt ?? '';
  const [first, second] =
    (await opened(there)).game.expectedActions()[0]?.actor === 'Ann'
      ? (['ada', 'bob'] as const)
      : (['bob', 'ada'] as const);
  const foe = { ada: 'Cid', bob: 'Ann' };
  await must(there, first, 'attack', { target: foe[first], rolls: 'private' });
  expect(await alt('eve')).not.toContain('An attack is drawn');
  expect(await alt(first)).toContain('An attack is drawn');
  const n = (await there.stores.battles.byChannel('table'))?.version ?? 0;
  await must(there, 'gm', 'my show-roll', { entry: n });
  expect(await alt('eve')).toContain('An attack is drawn');
  await must(there, second, 'attack', { target: foe[second], rolls: 'blind' });
  expect(await alt(second)).not.toContain('An attack is drawn');
  expect(await alt('gm')).toContain('An attack is drawn');
  await must(there, first, 'attack', { target: foe[first] });
  expect(await alt('eve')).toContain('An attack is drawn');
});
