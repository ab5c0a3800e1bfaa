import { expect, test } from 'vitest';
import { buildCommands } from '../../commands/index.ts';
import { parseLine } from '../../src/console/parse-line.ts';
import { rulesets } from '../../src/systems/index.ts';

const commands = buildCommands(rulesets);
const parse = (line: string, system?: string) => {
  const result = parseLine(commands, line, system);
  return result.ok ? { path: result.value.command.path.join(' '), input: result.value.input } : result.error.code;
};

test.each([
  {
    line: '/battle create system:skure name:The ford',
    path: 'battle create',
    input: { system: 'skure', name: 'The ford' },
  },
  { line: '  BATTLE   create   skure ', path: 'battle create', input: { system: 'skure' } },
  { line: '/attack Zombie 3 mode:melee', path: 'attack', input: { target: 'Zombie 3', mode: 'melee' } },
  { line: '/attack target:"Zombie 3" MODE:Ranged', path: 'attack', input: { target: 'Zombie 3', mode: 'ranged' } },
  { line: '/npc add preset:zombie count:3', path: 'npc add', input: { preset: 'zombie', count: 3 } },
  { line: '/npc add zombie count:-0', path: 'npc add', input: { preset: 'zombie', count: 0 } },
  { line: '/battle status public:yes', path: 'battle status', input: { public: true } },
  { line: '/gm hide who:side:red', path: 'gm hide', input: { who: 'side:red' } },
  { line: '/gm hide near:D4:3', path: 'gm hide', input: { who: 'near:D4:3' } },
  { line: '/say Grim: stand back!', path: 'skure say', input: { text: 'Grim: stand back!' } },
  { line: '/say "Stand back!" and go', path: 'skure say', input: { text: '"Stand back!" and go' } },
  { line: '/help', path: 'help', input: {} },
])('$line is parsed', ({ line, path, input }) => {
  expect(parse(line)).toEqual({ path, input });
});

test.each([
  { line: '/dance', code: 'unknown-command' },
  { line: '', code: 'unknown-command' },
  { line: '/battle', code: 'command-goes-on' },
  { line: '/battle dance name:The ford', code: 'command-goes-on' },
  { line: '/battle create skure name:"The ford', code: 'bad-input' },
  { line: '/npc add zombie count:1e9', code: 'bad-input' },
  { line: '/npc add zombie count:NaN', code: 'bad-input' },
  { line: '/npc add zombie count:1.5', code: 'bad-input' },
  { line: '/npc add zombie count:99999999999999999999', code: 'bad-input' },
  { line: '/npc add zombie count:', code: 'bad-input' },
  { line: '/battle status public:perhaps', code: 'bad-input' },
  { line: '/attack Zombie target:Ogre target:Rat', code: 'bad-input' },
  { line: '/attack who:Zombie', code: 'unknown-option' },
  { line: '/attack Zombie stance:low', code: 'unknown-option' },
  { line: `/say ${'x'.repeat(9000)}`, code: 'too-big' },
])('$line is refused with $code', ({ line, code }) => {
  expect(parse(line, 'skure')).toBe(code);
});

test('the battle’s rulebook decides the options and which can be unnamed', () => {
  expect(parse('/deploy Ysolde to:D2', 'dskull')).toMatchObject({ input: { warrior: 'Ysolde', to: 'D2' } });
  expect(parse('/attack Karg mode:melee', 'dskull')).toBe('unknown-option');
});

test('an unnamed value goes to the first option it fits', () => {
  expect(parse('/move full to:6', 'sword-world')).toMatchObject({ input: { type: 'full', to: '6' } });
  expect(parse('/move 6', 'sword-world')).toMatchObject({ input: { to: '6' } });
  expect(parse('/declare mixed action:none', 'straalara')).toMatchObject({
    input: { stance: 'mixed', action: 'none' },
  });
});

test('required options can be unnamed, in order', () => {
  expect(parse('/deploy Ysolde D2', 'dskull')).toMatchObject({ input: { warrior: 'Ysolde', to: 'D2' } });
  expect(parse('/deploy Old Tam D2', 'dskull')).toMatchObject({ input: { warrior: 'Old Tam', to: 'D2' } });
  expect(parse('/deploy "Old Tam" D2', 'dskull')).toMatchObject({ input: { warrior: 'Old Tam', to: 'D2' } });
  expect(parse('/deploy Ysolde', 'dskull')).toBe('bad-input');
  expect(parse('/attack Zombie 3', 'skure')).toMatchObject({ input: { target: 'Zombie 3' } });
});
