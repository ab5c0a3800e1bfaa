import { memoryStores } from '../../src/wiring/memory-stores.ts';
import type { Cast } from '../discord/e2e/decent.ts';
import { playOut } from '../discord/e2e/playing.ts';
import { table } from '../discord/e2e/table.ts';
import { isPublic, type Script, scripts } from '../discord/e2e/whole-battles.ts';

/** `turn` (as usual) or `order` for `/settings messages:`, and names of rulebooks. */
const given = process.argv.slice(2);
const mode = given.find((each) => each === 'order') ?? 'turn';
const wanted = given.filter((each) => each !== 'turn' && each !== 'order');

const measured = async (name: string, { opens, verbs, picks, until, foes }: Script): Promise<void> => {
  const t = await table('channel', memoryStores(), undefined, { seed: () => name.padEnd(64, '0'), messages: mode });
  const { gwen, ann, bob, eve, discord } = t;
  const cast: Cast = { gwen: ['The GM', 'the GM', ...foes], ann: ['Ann'], bob: ['Bob'] };
  await opens(t);
  const started = (await t.on.stores.battles.at(t.place.id))?.status === 'active';
  if (!started) await t.typed(gwen, '/battle start');
  await discord.quiet();
  const entries = async () => (await t.on.stores.battles.at(t.place.id))?.version ?? 0;
  const pings = () => [gwen, ann, bob].reduce((sum, each) => sum + each.pinged().length, 0);
  const stood = () => eve.sees(t.place).filter((each) => !each.private).length;
  const before = { entries: await entries(), pings: pings(), stood: stood(), requests: discord.requests().length };
  const refused = await playOut(t, cast, { verbs, picks, most: 2000, ...(until && { until }) });
  await discord.quiet();
  const orders = (await entries()) - before.entries;
  const requests = discord.requests().slice(before.requests);
  const figures = {
    orders,
    'left standing': stood() - before.stood,
    posted: requests.filter(isPublic).length,
    pings: pings() - before.pings,
    'requests an order': (requests.length / orders).toFixed(2),
    refused: refused.length,
  };
  console.log(
    `${name}: ${Object.entries(figures)
      .map(([what, value]) => `${what} ${value}`)
      .join(', ')}`,
  );
  await t.close();
};

for (const [name, script] of Object.entries(scripts))
  if (wanted.length === 0 || wanted.includes(name)) await measured(name, script);
process.exit(0);
