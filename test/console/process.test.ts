import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { someOf } from '../budget.ts';
import { compiled } from '../shared.ts';

const root = join(import.meta.dirname, '../..');
const cache = await compiled();
const place = mkdtempSync(join(tmpdir(), 'practice-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));

interface Left {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the real process. `typed` is piped to it; the pipe stays open if it is undefined. */
const startProcess = (args: readonly string[], typed: string | undefined, dataDir = join(place, 'none')) => {
  const env = { ...process.env, ...cache, DISCORD_TOKEN: '', DATABASE_URL: '', DATA_DIR: dataDir };
  const child = spawn(process.execPath, [join(root, 'src/main.ts'), ...args], { env, cwd: place });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part: Buffer) => {
    out += part.toString();
  });
  child.stderr.on('data', (part: Buffer) => {
    err += part.toString();
  });
  if (typed !== undefined) child.stdin.end(typed);
  const left = new Promise<Left>((resolve) => child.on('close', (code) => resolve({ code, out, err })));
  /** Resolves after the text has been printed. */
  const shown = async (text: string): Promise<void> => {
    while (!out.includes(text)) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { child, left, shown };
};
const runProcess = (args: readonly string[], typed = '', dataDir?: string) => startProcess(args, typed, dataDir).left;

const writeLines = (name: string, lines: readonly string[]): string => {
  const file = join(place, name);
  writeFileSync(file, lines.join('\n'));
  return file;
};

test('--help lists the options', async () => {
  const { code, out } = await runProcess(['--help']);
  expect(code).toBe(0);
  for (const option of ['--script', '--dice', '--svg', '--png', '--memory']) expect(out).toContain(option);
});

const refused = [
  { args: ['--dance'], says: "Unknown option '--dance'. --help says what there is.\n" },
  { args: ['dance'], says: "Unexpected argument 'dance'. --help says what there is.\n" },
  { args: ['--script'], says: "Option '--script <value>' argument missing. --help says what there is.\n" },
  { args: ['--script', 'nowhere.txt'], says: 'The script nowhere.txt cannot be read.\n' },
  { args: ['--dice', '5,0'], says: '--dice takes whole numbers from 1, like 55,80; 0 is none.\n' },
  { args: ['--dice', '5,1e9'], says: '--dice takes whole numbers from 1, like 55,80; 1e9 is none.\n' },
];

test.each(someOf(refused, 2))('$args is refused with one sentence and exit 2', async ({ args, says }) => {
  expect(await runProcess(args)).toEqual({ code: 2, out: '', err: says });
});

const opening = [
  '/battle create system:skure name:The ford size:9x8',
  'as ada: /battle join preset:swordsman name:Ada side:west',
  '/npc add preset:zombie',
  '/battle place Ada to:D4 facing:E',
  '/battle place Zombie to:E4 facing:W',
  '/battle start',
];

test('piped commands are played until the input ends, with exit 0', async () => {
  const { code, out } = await runProcess(['--memory'], `${opening.join('\n')}\n/dance\n`);
  expect(out).toContain('The battle begins. Order: Ada, Zombie.');
  expect(out).toContain('! There is no command /dance.');
  expect(code).toBe(0);
});

test('--files writes the files of answers to its folder', async () => {
  const folder = join(place, 'answers');
  const lines = [...opening, '/battle end', '/battle verify'].join('\n');
  const { code, out } = await runProcess(['--memory', '--files', folder], lines);
  expect(code).toBe(0);
  expect(out).toContain(`(${join(folder, 'battle.json')} is written.)`);
  expect(JSON.parse(readFileSync(join(folder, 'battle.json'), 'utf8'))).toHaveProperty('seed');
});

test('a picture that cannot be written gives one sentence and exit 1', async () => {
  const file = join(writeLines('in-the-way', []), 'board.svg');
  const { code, err } = await runProcess(['--memory', '--svg', file], opening.join('\n'));
  expect({ code, err }).toEqual({ code: 1, err: `${file} cannot be written.\n` });
});

test('an invalid value in .env gives one sentence and exit 1', async () => {
  const file = writeLines('.env', ['LOG_LEVEL=loud']);
  try {
    const { code, err } = await runProcess(['--help']);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^LOG_LEVEL must be one of .*\.\n$/) });
  } finally {
    rmSync(file);
  }
});

test('a DATA_DIR that is not a folder gives one sentence and exit 1', async () => {
  const { code, out, err } = await runProcess([], '', writeLines('no-folder', []));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(
    /^DATA_DIR cannot be used: no folder can be made at .*no-folder \(EEXIST\)\. Set another DATA_DIR\.\n$/,
  );
});

test('/quit leaves with exit 0, and later lines are not played', async () => {
  const { code, out } = await runProcess(['--memory'], 'as ada\n/quit\n/dance\n');
  expect({ code, out }).toEqual({ code: 0, out: 'You speak as ada.\n' });
});

test('a successful script exits with 0, uses the given dice and writes the last picture', async () => {
  const script = writeLines('good.txt', [
    ...opening,
    '! NOT_YOUR_TURN /attack Ada as:Zombie',
    'as ada: /attack Zombie',
    '/battle status',
  ]);
  const pictures = ['--svg', join(place, 'last.svg'), '--png', join(place, 'last.png')];
  const { code, out, err } = await runProcess(['--memory', '--script', script, '--dice', '77', ...pictures]);
  expect(err).toBe('');
  expect(code).toBe(0);
  expect(out).toContain('d100 77 · +25 faster');
  expect(readFileSync(join(place, 'last.svg'), 'utf8')).toMatch(/^<svg .*<\/svg>\s*$/s);
  expect(readFileSync(join(place, 'last.png')).subarray(1, 4).toString()).toBe('PNG');
});

const failing = [
  {
    says: 'an unexpected refusal',
    line: '/attack Ada as:Zombie',
    err: 'Line 7: ! It is not Zombie’s turn; wait for that turn. Next: Ada to act.\n',
  },
  {
    says: 'a different refusal than expected',
    line: '! OUT_OF_RANGE /attack Ada as:Zombie',
    err: 'Line 7: NOT_YOUR_TURN instead of OUT_OF_RANGE\n',
  },
  { says: 'a missing refusal', line: '! as ada: /end', err: /^Line 7: Ada ends the turn/ },
];

test.each(someOf(failing, 1))('a script exits with 1 for $says', async ({ line, err }) => {
  const left = await runProcess(['--memory', '--script', writeLines('bad.txt', [...opening, line])]);
  expect(left.code).toBe(1);
  expect(left.err).toEqual(typeof err === 'string' ? err : expect.stringMatching(err));
});

test('--svg without a shown picture writes no file and says so', async () => {
  const { code, err } = await runProcess(['--memory', '--svg', join(place, 'no.svg')], '/help\n');
  expect({ code, err }).toEqual({ code: 0, err: 'No picture was shown, so none is written.\n' });
});

test('without --memory the battle survives a restart, and a second process is refused', async () => {
  const data = join(place, 'data');
  const first = startProcess([], undefined, data);
  first.child.stdin.write(`${opening.join('\n')}\n`);
  await first.shown('The battle begins.');
  const second = await runProcess([], '/help\n', data);
  expect(second.code).toBe(1);
  expect(second.out).toBe('');
  expect(second.err.trim().split('\n')).toHaveLength(1);
  expect(second.err).toMatch(/\.\n$/);
  first.child.kill('SIGINT');
  expect(await first.left).toMatchObject({ code: 0, err: '' });
  const again = await runProcess([], 'as ada: /battle status\n', data);
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(again.out).toContain('Round 1: Ada’s turn');
}, 180_000);
