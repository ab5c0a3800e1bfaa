import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';

// Node has it; TypeScript knows it only among the types of browsers.
declare const WebAssembly: {
  readonly instantiate: (
    code: Uint8Array,
    imports: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly instance: { readonly exports: { readonly __wbindgen_start: () => void } } }>;
};

/** The engine leaves the timer of its advisory lock running: ten seconds in which the process could not end. */
const imports = Object.fromEntries(
  Object.entries(bindings).map(([name, binding]) => [
    name,
    name.startsWith('__wbg_setTimeout_')
      ? (run: () => void, milliseconds: number) => setTimeout(run, milliseconds).unref()
      : binding,
  ]),
);

const load = async (): Promise<void> => {
  const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const code = await readFile(join(folder, 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(code, { './schema_engine_bg.js': imports });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
};
let loaded: Promise<void> | undefined;

/** The engine knows an error of the database by its number only. */
const numbered = /External error id#(\d+)/;

/** Prisma's own migration engine as WebAssembly, talking through a driver adapter: nothing to download, any Postgres. */
export const withSchemaEngine = async <T>(
  database: SqlMigrationAwareDriverAdapterFactory,
  datamodels: [path: string, content: string][],
  ask: (engine: bindings.SchemaEngine) => Promise<T>,
): Promise<T> => {
  loaded ??= load();
  await loaded;
  const adapter = bindMigrationAwareSqlAdapterFactory(database);
  try {
    const engine = await bindings.SchemaEngine.new({ datamodels }, () => {}, adapter);
    const answer = await ask(engine);
    engine.free();
    return answer;
  } catch (error) {
    const [, number] = numbered.exec(error instanceof Error ? error.message : '') ?? [];
    throw (number !== undefined && adapter.errorRegistry.consumeError(Number(number))?.error) || error;
  }
};
