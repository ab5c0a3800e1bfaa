import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { refusalMessage } from '../app/command-kit/refusal-messages.ts';
import type { BattleCaps } from '../battle/decide/caps.ts';
import { createMemoryStore } from '../battle/saved/memory-store.ts';
import { createBattleService } from '../battle/service.ts';
import { createLog } from '../log/log.ts';
import { createReferee } from '../referee/protocol.ts';
import { rulesets } from '../systems/index.ts';
import { loadConfig } from '../wiring/config.ts';
import { catchUncaughtErrors, createShutdown } from '../wiring/shutdown.ts';

/** Runs the referee without chat: each input line is a request in JSON, each output line a response. */
const serve = async (caps: BattleCaps): Promise<void> => {
  const battles = createBattleService({ rulesets, store: createMemoryStore(), now: Date.now, caps });
  const referee = createReferee(battles, refusalMessage(rulesets), randomUUID);
  const log = createLog('error', process.stderr);
  const { end, onUncaught } = createShutdown(log, process.exit);
  catchUncaughtErrors({ onUncaught });
  // The reader of our output has closed it.
  process.stdout.on('error', () => void end());

  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    console.log(JSON.stringify(await referee(line)));
  }
};

const config = loadConfig();
if (config.ok) await serve(config.value.caps);
else {
  for (const problem of config.error) console.error(problem);
  process.exitCode = 1;
}
