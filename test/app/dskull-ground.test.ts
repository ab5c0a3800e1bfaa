import { expect, test } from 'vitest';
import type { CommandAnswer, Reply } from '../../src/app/replies/reply.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { type House, house } from './house.ts';
import { draftWarband } from './warband-draft.ts';

const drawing = '10x8; wall D3/D4 B2-B3e; fence C4s; door E5/E6; void J1; cairn North C5 2; zone 1 A1-I2; zone 2 A7-I8';

const replyOf = (answer: CommandAnswer): Reply => {
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
};
const boardOf = async ({ services }: House) => {
  const battle = await services.battles.open('table');
  const board = battle.ok ? battle.value.game.view(gmViewer).board : undefined;
  if (board?.kind !== 'grid') throw new Error('no board');
  return board;
};
const createBattle = async (): Promise<House> => {
  const table = house();
  replyOf(await table.run('gm', 'battle create', { system: 'dskull' }));
  return table;
};
const textOf = ({ cards }: Reply): readonly string[] => cards.flatMap(({ lines }) => lines.map(({ text }) => text));

test('DS-BOARD-4: the preview of a drawing changes nothing', async () => {
  const table = await createBattle();
  const before = await boardOf(table);
  const shown = replyOf(await table.run('gm', 'ground', { drawing }));
  expect(shown.to).toBe('asker');
  expect(shown.cards[0]?.picture?.alt).toContain('10 by 8');
  expect(shown.cards[0]?.picture?.scene.text.join('\n')).toContain('closed door');
  expect(await boardOf(table)).toEqual(before);
});

test('DS-BOARD-4: a board written as text can be read again unchanged', async () => {
  const table = await createBattle();
  replyOf(await table.run('gm', 'dskull board', { board: drawing }));
  const taken = await boardOf(table);
  expect(taken).toMatchObject({ width: 10, height: 8, blocked: [{ x: 9, y: 0 }] });
  expect(taken.edges.map(({ kinds }) => kinds.join('+')).toSorted()).toEqual([
    'blocking+obscuring',
    'blocking+obscuring',
    'blocking+obscuring',
    'blocking+obscuring+door',
    'impeding',
  ]);
  const written = textOf(replyOf(await table.run('gm', 'ground')));
  expect(written).toContain('zone 1 A1-I2');
  replyOf(await table.run('gm', 'dskull board', { board: written.join('\n') }));
  expect(await boardOf(table)).toEqual(taken);
});

test('DS-DATA-11: a board exported as JSON can be imported unchanged', async () => {
  const table = await createBattle();
  replyOf(await table.run('gm', 'dskull board', { board: drawing }));
  const taken = await boardOf(table);
  const [file] = replyOf(await table.run('gm', 'ground', { form: 'json' })).files;
  expect(file?.name).toBe('board.json');
  const other = await createBattle();
  replyOf(await other.run('gm', 'dskull board', { file: String(file?.content) }));
  expect(await boardOf(other)).toEqual(taken);
});

test.each([
  { board: '10x8; wall D3/F4', code: 'E_BOARD_EDGE' },
  { board: '201x8', code: 'board-unreadable' },
  { board: '10x8; moat D3', code: 'board-unreadable' },
  { board: '{"w":10', code: 'board-unreadable' },
])('DS-BOARD-5: $board is refused with $code in preview and in use', async ({ board, code }) => {
  const table = await createBattle();
  const codes = [await table.run('gm', 'dskull board', { board }), await table.run('gm', 'ground', { drawing: board })];
  expect(codes.map((answer) => (answer.ok ? undefined : answer.error.code))).toEqual([code, code]);
});

test('DS-ENG-3, DS-LOS-4: zones and the four lines of sight are drawn', async () => {
  const table = await createBattle();
  for (const name of ['Ada', 'Bob']) {
    await draftWarband(table, name, { name: `${name}’s`, weapons: 'sword' });
    replyOf(await table.run(name, 'battle join', { character: 'draft', name }));
  }
  replyOf(await table.run('gm', 'battle start'));
  for (let n = 0; n < 2; n++)
    for (const [name, to] of [
      ['Ada', 'D1'],
      ['Bob', 'D8'],
    ] as const)
      await table.run(name, 'deploy', { warrior: `${name}’s`, to });
  const zones = replyOf(await table.run('Ada', 'zone'));
  expect(textOf(zones)).toEqual(['Ada: Ada’s.', 'Bob: Bob’s.']);
  expect(zones.cards[0]?.picture?.scene.text.join('\n')).toContain('1 Zones of Ada   2 Zones of Bob');
  const sight = replyOf(await table.run('Ada', 'los', { from: 'Ada’s', target: 'Bob’s' }));
  expect(textOf(sight)[0]).toMatch(/^[0-4] of 4 lines from the (NW|NE|SW|SE) corner are clear: /);
  expect(sight.cards[0]?.picture?.alt.match(/A (clear|blocked) line of sight is drawn/g)).toHaveLength(4);
});

test.each([
  ['too many repeated walls', `40x40; wall ${'A1-Z39s '.repeat(700)}`],
  ['a zone of too many repeated spaces', `200x200; zone 1 ${'A1-GR200 '.repeat(600)}`],
  ['spaces beyond every board', `200x200; void ${'A1-ZZ999 '.repeat(600)}`],
  ['too many objects', `40x40; ${Array.from({ length: 500 }, (_, n) => `use x${n} A1`).join('; ')}`],
  ['the word constructor as a statement', '10x8; constructor A1'],
])('DS-BOARD-4: a board with %s is refused', async (_, drawn) => {
  const table = await createBattle();
  for (const given of [{ board: drawn.slice(0, 6000) }, { file: drawn }]) {
    const answer = await table.run('gm', 'dskull board', given);
    expect(answer.ok ? 'taken' : answer.error.code).toBe('board-unreadable');
  }
});
