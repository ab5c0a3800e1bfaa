import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OutboxRelay } from '../app/outbox/outbox-relay.ts';
import { createBoundedRead } from './bounded-read.ts';

/** Creates the counter of refused orders in all battles, for the bot's metrics. */
export const createRefusedOrderCounter = () =>
  new Counter({
    name: 'bm_orders_refused_total',
    help: 'Orders that a battle refused, by the code of the refusal: those of standing orders and of the clock too',
    labelNames: ['code'] as const,
    registers: [],
  });

export type RefusedOrderCounter = ReturnType<typeof createRefusedOrderCounter>;

/** Functions that give values for metrics. They are called at each request for `/metrics`. */
interface MetricSources {
  /** Size and age of the outbox, read once for two metrics. */
  readonly backlog: OutboxRelay['backlog'];
  /** Number of servers that the bot is in. */
  readonly servers: () => number;
  /** Number of unfinished battles in the database. */
  readonly battles: () => Promise<number>;
  /** True if the last due automatic backup failed. */
  readonly backupFailing: () => boolean;
  /** Number of interactions that wait in a queue for their server's turn. */
  readonly waiting: () => number;
}

/** Creates the bot's metrics in a registry of their own. */
export const createMetrics = (
  { backlog, servers, battles, backupFailing, waiting }: MetricSources,
  refused: RefusedOrderCounter,
) => {
  const registry = new Registry();
  registry.registerMetric(refused);
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const orders = counter('bm_commands_total', 'Commands given, by name and how they came out', 'command', 'outcome');
  const refusals = counter('bm_refusals_total', 'Commands refused, by the code of the refusal', 'code');
  const panels = counter('bm_panels_total', 'Panels shown anew, by how', 'how');
  const unreadable = counter(
    'bm_gauges_unreadable_total',
    'Gauges left out of a scrape because they could not be read, by name',
    'gauge',
  );
  const seconds = new Histogram({
    name: 'bm_answer_seconds',
    help: 'From an interaction to its answer',
    labelNames: ['kind'] as const,
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 1.5, 2, 3, 10],
    registers,
  });
  const gateway = new Gauge({
    name: 'bm_gateway_up',
    help: 'Is a shard connected? 1 or 0',
    labelNames: ['shard'] as const,
    registers,
  });
  const gauge = (name: string, help: string, read: () => number | Promise<number>): void => {
    const readInTime = createBoundedRead(read);
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        try {
          this.set(await readInTime());
        } catch {
          this.remove();
          unreadable.inc({ gauge: name });
        }
      },
    });
  };
  gauge('bm_servers', 'Servers the bot is in', servers);
  gauge('bm_battles_open', 'Battles that are not over, of all processes at this database', battles);
  gauge('bm_backup_failing', 'Did the last automatic backup that was due fail? 1 or 0', () =>
    backupFailing() ? 1 : 0,
  );
  gauge('bm_interactions_waiting', 'Interactions that wait for their turn', waiting);
  gauge(
    'bm_outbox_oldest_seconds',
    'How long the oldest waits of what is still to be said',
    async () => (await backlog()).oldest / 1000,
  );
  gauge('bm_outbox_items', 'How much is still to be said', async () => (await backlog()).items);
  return {
    registry,
    commanded: (command: string, outcome: 'done' | 'refused' | 'failed') => orders.inc({ command, outcome }),
    refused: (code: string) => refusals.inc({ code }),
    answered: (kind: 'command' | 'component' | 'autocomplete', milliseconds: number) =>
      seconds.observe({ kind }, milliseconds / 1000),
    panel: (how: 'edited' | 'posted' | 'failed') => panels.inc({ how }),
    gateway: (shard: number, up: boolean) => gateway.set({ shard }, up ? 1 : 0),
  };
};

export type Metrics = ReturnType<typeof createMetrics>;
