import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runScript } from '../persistence/child.ts';

const script = fileURLToPath(new URL('blocked.ts', import.meta.url));
const secret = 'Shade of the Well';

test('a blocked event loop is logged with battle, order and verb, and no secret', async () => {
  const child = await runScript(script, 'blocks', secret);
  const line = await child.nextLine();
  // The process is still blocked, so only the thread can have logged it.
  await child.kill();
  const said = JSON.parse(line);
  expect(said).toMatchObject({ level: 50, order: '175928847299117063', verb: 'sleep', busy: true });
  expect(Object.keys(said).toSorted()).toEqual(
    ['level', 'time', 'pid', 'hostname', 'battle', 'order', 'verb', 'busy', 'msg'].toSorted(),
  );
  expect(said.battle).toMatch(/^[0-9a-f-]{36}$/);
  expect(line).not.toContain(secret);
  expect(child.lines).toHaveLength(1);
});

test('the log says when the event loop moves again', async () => {
  const child = await runScript(script, 'rests', secret);
  const said = [JSON.parse(await child.nextLine()), JSON.parse(await child.nextLine())];
  await child.kill();
  expect(said).toMatchObject([
    { level: 50, verb: 'sleep' },
    { level: 40, msg: 'The event loop moves again.' },
  ]);
  expect(said[1].seconds).toBeGreaterThanOrEqual(2);
});

test('a moving event loop is not logged, and the thread does not keep the process alive', async () => {
  const child = await runScript(script, 'moves', secret);
  await child.ended;
  expect(child.lines).toEqual(['never stood still']);
});
