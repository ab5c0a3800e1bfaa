import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import seedrandom from 'seedrandom';
import { afterAll, describe, expect, test } from 'vitest';
import { createOrderDice, deriveSalt, seedCommitment } from '../../src/dice/order-dice.ts';
import { fought, must } from '../app/duel.ts';
import { seeds } from '../budget.ts';

const document = readFileSync(new URL('../../docs/dice.md', import.meta.url), 'utf8');
const seed = '5eed'.repeat(16);
const digest = (message: string): string =>
  createHmac('sha256', Buffer.from(seed, 'hex')).update(message).digest('hex');

/** The outputs of the generator from the 257th on, as the document's steps 1 to 3 have them. */
const outputsOf = (digits: string): (() => number) => {
  const key = [...digits].map((digit) => digit.charCodeAt(0));
  const s = Array.from({ length: 256 }, (_, at) => at);
  const at = (place: number): number => s[place % 256] ?? Number.NaN;
  const swap = (one: number, other: number): void => {
    [s[one], s[other]] = [at(other), at(one)];
  };
  let [i, j] = [0, 0];
  for (i = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % 64] ?? Number.NaN)) % 256;
    swap(i, j);
  }
  [i, j] = [0, 0];
  const next = (): number => {
    i = (i + 1) % 256;
    j = (j + at(i)) % 256;
    swap(i, j);
    return at(at(i) + at(j));
  };
  for (let thrown = 0; thrown < 256; thrown++) next();
  return next;
};

/** Step 4, in whole numbers. */
const numbersOf = (digits: string): (() => number) => {
  const next = outputsOf(digits);
  return () => {
    let [m, c, h] = [0n, 0, 0];
    while (c < 7 || m < 2n ** 52n) {
      m = m * 256n + BigInt(next());
      c++;
    }
    while (m >= 2n ** 53n) {
      m /= 2n;
      h++;
    }
    return Number(m) / 2 ** (8 * c - h);
  };
};

/** The table's rows: their cells without the marks of code. */
const rowsUnder = (head: string): readonly (readonly string[])[] => {
  const [, table = ''] = document.split(`\n${head}\n`);
  const [rows = ''] = table.split('\n\n');
  return rows
    .split('\n')
    .slice(1)
    .map((row) =>
      row
        .replaceAll('\\|', '¦')
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('`', '').replaceAll('¦', '|').trim()),
    );
};

describe('the generator in docs/dice.md', () => {
  test('the generator in docs/dice.md equals seedrandom for many keys', () => {
    for (const n of seeds(40)) {
      const digits = digest(`key ${n}`);
      const [written, real] = [numbersOf(digits), seedrandom(digits)];
      for (let k = 0; k < 25; k++) expect(written(), `${digits}, number ${k}`).toBe(real());
    }
  });

  test('the generator in docs/dice.md equals seedrandom for 5,000 numbers in a row', () => {
    const [written, real] = [numbersOf(digest('long')), seedrandom(digest('long'))];
    const same = Array.from({ length: 5000 }, () => written() === real());
    expect(same.every(Boolean)).toBe(true);
  });

  test('the digests, outputs and numbers in the table of docs/dice.md are right', () => {
    const rows = rowsUnder('| message | digest | outputs 257, 258, … in hexadecimal | first number |');
    expect(rows).toHaveLength(3);
    for (const [message = '', digits = '', outputs = '', number] of rows) {
      expect(digest(message)).toBe(digits);
      const next = outputsOf(digits);
      const wanted = outputs.split(' ');
      expect(wanted.map(() => next().toString(16).padStart(2, '0'))).toEqual(wanted);
      expect(seedrandom(digits)()).toBe(Number(number));
    }
    expect(rows.map(([, , outputs]) => outputs?.split(' ').length)).toEqual([7, 8, 9]);
  });

  test('the dice in the table of docs/dice.md are right', () => {
    const rows = rowsUnder('| salt | order | sides | *k* | dice |');
    expect(rows).toHaveLength(6);
    for (const [salt, orderId = '', sides, from = '', dice = ''] of rows) {
      const stream = createOrderDice({
        seed,
        salt: salt === 'S' ? deriveSalt(['1', '2']) : '',
        orderId,
      });
      const [first = 0, last = 0] = from.split(' to ').map(Number);
      const fallen = Array.from({ length: last + 1 }, () => stream.roll(Number(sides), 'test'));
      expect(fallen.slice(first).join(', ')).toBe(dice);
    }
    expect(document).toContain(seedCommitment(seed));
    expect(document).toContain(deriveSalt(['1', '2']));
  });
});

const python = spawnSync('python3', ['--version']).status === 0;

describe('the program in docs/dice.md', () => {
  const [, program = ''] = /^```python\n(.*?)^```$/ms.exec(document) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'brotherhood-check-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs the program once for each file, as `python3 check.py battle.json` does, in one Python process. */
  const runs = `
import contextlib, io, json, runpy, sys
ran = []
for file in sys.argv[1:]:
    out, err, status = io.StringIO(), io.StringIO(), 0
    sys.argv = ['check.py', file]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            runpy.run_path('check.py', run_name='__main__')
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 0 if end.code is None else 1
            if isinstance(end.code, str):
                print(end.code, file=sys.stderr)
    ran.append({'status': status, 'out': out.getvalue().strip(), 'err': err.getvalue().strip()})
print(json.dumps(ran))`;
  const checked = (...files: readonly string[]): readonly object[] => {
    writeFileSync(join(folder, 'check.py'), program);
    const names = files.map((_, at) => `battle-${at}.json`);
    for (const [at, file] of files.entries()) writeFileSync(join(folder, `battle-${at}.json`), file);
    const { stdout, stderr } = spawnSync('python3', ['-c', runs, ...names], { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  };
  /** The file with one changed die. */
  const falsified = (file: string): string => {
    const json = JSON.parse(file);
    const log: readonly { byHand: boolean; dice: { sides: number; value: number }[] }[] = (json.dice ?? json).log;
    const die = log.flatMap(({ byHand, dice }) => (byHand ? [] : dice)).find(({ sides }) => sides > 1);
    if (die === undefined) throw new Error('no die');
    die.value = (die.value % die.sides) + 1;
    return JSON.stringify(json);
  };
  const ofEdition = (file: string, dice: number): string => {
    const json = JSON.parse(file);
    (json.dice ?? json).edition.dice = dice;
    return JSON.stringify(json);
  };

  /** The exports of an ended battle: the whole, the dice ledger, and a player's view. */
  const filesOf = async (): Promise<readonly string[]> => {
    const table = await fought(3);
    await must(table, 'gm', 'battle end', { reason: 'It is late.' });
    const given = async (user: string, format: string) =>
      String((await must(table, user, 'battle export', { format })).files[0]?.content);
    return [await given('gm', 'json'), await given('bob', 'dice'), await given('ada', 'json')];
  };

  test('the Python program in docs/dice.md is complete', () => {
    expect(program).toMatch(/^"""Rolls every die/);
    expect([...program.matchAll(/^import (.*)$/gm)].map(([, modules]) => modules)).toEqual([
      'hashlib, hmac, json, sys',
    ]);
  });

  test.skipIf(!python)('the Python program verifies true dice and finds a changed one', async () => {
    const ran = checked(...(await filesOf()).flatMap((file) => [file, falsified(file)]));
    expect(ran).toMatchObject(
      [1, 2, 3].flatMap(() => [
        { status: 0, out: expect.stringMatching(/^All [1-9]\d* dice hold; 0 were/) },
        { status: 1, out: '', err: expect.stringMatching(/^Dice differ in entry \d+\.$/) },
      ]),
    );
  });

  test.skipIf(!python)('the Python program finds another seed, another salt and an unknown edition', async () => {
    const [whole = '', ledger = ''] = await filesOf();
    for (const file of [whole, ledger])
      expect(checked(file.replace(/"seed":"..../, '"seed":"0000'))).toMatchObject([
        { status: 1, err: 'The seed does not have the fingerprint that was published.' },
      ]);
    const [, salt = ''] = /"salt":"([0-9a-f]{64})"/.exec(ledger) ?? [];
    for (const file of [whole, ledger])
      expect(checked(file.replaceAll(salt, 'ab'.repeat(32)))).toMatchObject([
        { status: 1, err: 'The salt does not come from the ids with which the players joined.' },
      ]);
    expect(checked(ofEdition(ledger, 2))).toMatchObject([
      { status: 1, err: 'These dice are of an edition that this program does not know.' },
    ]);
  });
});
