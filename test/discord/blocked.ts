import { randomUUID } from 'node:crypto';
import { createMemoryStore } from '../../src/battle/saved/memory-store.ts';
import { createBattleService } from '../../src/battle/service.ts';
import { startWatchdog } from '../../src/discord/watchdog.ts';
import { gluttons } from '../rules/gluttons.ts';

/**
 * A process whose event loop `blocks` forever in an order, `rests` for a while and goes on, or `moves` all the time.
 */
const [how = 'moves', secret = ''] = process.argv.slice(2);
const { startWork, stop } = startWatchdog('info', console.error);
const battles = createBattleService({
  rulesets: [gluttons],
  store: createMemoryStore(),
  now: Date.now,
  monitor: { startWork, orderRefused: () => {} },
});
const issuer = (orderId: string) => ({ user: 'gm', name: secret, guild: 'guild', channel: 'table', orderId });
await battles.create(issuer(randomUUID()), { system: 'gluttons', name: secret });
await battles.start(issuer(randomUUID()));
const dreams = (n: number) =>
  battles.order(issuer('175928847299117063'), { verb: 'sleep', params: { n, of: secret }, actor: 'gm' });

switch (how) {
  case 'blocks':
    await dreams(1e9);
    break;
  case 'rests':
    await dreams(3000);
    // The watchdog logs again when the loop moves.
    setInterval(() => {}, 1000);
    break;
  default:
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setTimeout(resolve, 10));
    stop();
    console.log('never stood still');
}
