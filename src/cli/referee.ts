import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { refusalMessage } from '../app/commands/refusal-messages.ts';
import type { Caps } from '../battle/decide/caps.ts';
import { memoryStore } from '../battle/saved/memory-store.ts';
import { battleService } from '../battle/service.ts';
import { newLog } from '../log/log.ts';
import { refereeFor } from '../referee/protocol.ts';
import { rulesets } from '../systems/index.ts';
import { configHere } from '../wiring/config.ts';
import { catchAll, shutdown } from '../wiring/shutdown.ts';

/** The headless referee: one JSON request a line on standard input, one JSON answer a line on standard output. */
const serve = async (caps: Caps): Promise<void> => {
  const battles = battleService({ rulesets, store: memoryStore(), now: Date.now, caps });
  const referee = refereeFor(battles, refusalMessage(rulesets), randomUUID);
  const log = newLog('error', process.stderr);
  const { end, uncaught } = shutdown(log, process.exit);
  catchAll({ uncaught });
  // Whoever asked has gone.
  process.stdout.on('error', () => void end());

  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    console.log(JSON.stringify(await referee(line)));
  }
};

const config = configHere();
if (config.ok) await serve(config.value.caps);
else {
  for (const problem of config.error) console.error(problem);
  process.exitCode = 1;
}
