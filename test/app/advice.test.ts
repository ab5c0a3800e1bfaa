import { expect, test } from 'vitest';
import { house } from './house.ts';

const linesOf = async (there: ReturnType<typeof house>, user: string, path: string, input = {}) => {
  const answer = await there.run(user, path, input);
  return answer.ok ? answer.value.cards.flatMap(({ title, lines }) => [title, ...lines.map(({ text }) => text)]) : [];
};

test('/help shows fitting rulebook advice to players and /rule finds it', async () => {
  const there = house();
  await there.run('gm', 'battle create', { system: 'skure', name: 'Ford', size: '8x8' });
  await there.run('ada', 'battle join', { preset: 'Swordsman', name: 'Ann', side: 'red' });
  await there.run('gm', 'npc add', { preset: 'Zombie', name: 'Grim' });
  expect((await linesOf(there, 'ada', 'help')).join('\n')).toContain('(/rule SK-ADV-9)');
  await there.run('gm', 'skure place', { target: 'Ann', to: 'D5', facing: 'N' });
  await there.run('gm', 'skure place', { target: 'Grim', to: 'D2', facing: 'S' });
  await there.run('gm', 'battle start');
  const help = (await linesOf(there, 'ada', 'help')).join('\n');
  expect(help).toMatch(/Tactics of the charge: A charge is a good way .*\(\/rule SK-ADV-1\)/);
  expect(help.match(/\/rule SK-ADV/g)).toHaveLength(2);
  expect((await linesOf(there, 'gm', 'help')).join('\n')).not.toContain('SK-ADV');
  const [title] = await linesOf(there, 'ada', 'rule', { words: 'advice' });
  expect(title).toMatch(/^SK-ADV-\d+: Advice/);
});
