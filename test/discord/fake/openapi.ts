import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';

/** Discord's OpenAPI schema, if it is on this machine. */
const file = new URL('../../../../shared/data/discord-openapi.json', import.meta.url);

const descriptionSchema = z.object({
  components: z.unknown(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});
const queriesSchema = z.object({
  parameters: z
    .array(
      z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema: z.looseObject({}) }),
    )
    .default([]),
});
const bodySchema = z.object({ requestBody: z.object({ content: z.record(z.string(), z.unknown()) }) });

export const openApiAtHand = existsSync(file);

/** What Discord's schema objects to in a request. Empty if it has no objection. */
export type RequestCheck = (
  method: string,
  path: string,
  kind: string,
  body: unknown,
  query?: URLSearchParams,
) => readonly string[];

/** A query parameter as a value of its type. */
const queried = (text: string, { type }: Readonly<Record<string, unknown>>): unknown => {
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  return type === 'boolean' ? (['true', 'false'].includes(text) ? text === 'true' : text) : text;
};

const pointer = (...parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/** Ajv reads a numeric pattern on numbers only; Discord writes this one as text. */
const readable = (body: unknown): unknown => {
  if (Array.isArray(body)) return body.map(readable);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      key === 'default_member_permissions' && typeof value === 'string' ? Number(value) : readable(value),
    ]),
  );
};

let check: RequestCheck | undefined;

const prepared = (): RequestCheck => {
  const { components, paths } = descriptionSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addFormat('snowflake', /^(0|[1-9]\d{0,19})$/);
  ajv.addFormat('nonce', true);
  ajv.addVocabulary(['x-discord-union', 'components', 'paths']);
  ajv.addSchema({ components, paths }, 'discord');
  const compiled = new Map<string, ValidateFunction>();
  const templates = Object.keys(paths).map((template) => ({
    template,
    shape: new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    holes: template.split('{').length,
  }));
  const problemsOf = (ref: string, value: unknown): readonly string[] => {
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, validate);
    return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath}: ${error.message}`);
  };
  return (method, path, kind, body, query = new URLSearchParams()) => {
    // Of two matching schemas the one with more of the path.
    const [found] = templates.filter(({ shape }) => shape.test(path)).toSorted((a, b) => a.holes - b.holes);
    if (found === undefined) return [`${path} is not described`];
    const described = paths[found.template]?.[method.toLowerCase()];
    const at = [found.template, method.toLowerCase()] as const;
    const { parameters = [] } = queriesSchema.safeParse(described).data ?? {};
    const known = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    const queries = [
      ...[...query.keys()].filter((name) => !known.includes(name)).map((name) => `the query ${name} is not described`),
      ...parameters.flatMap(({ name, required, schema, ...each }, index) => {
        if (each.in !== 'query') return [];
        const value = query.get(name);
        if (value === null) return required ? [`the query ${name} is missing`] : [];
        return problemsOf(
          `discord#${pointer('paths', ...at, 'parameters', String(index), 'schema')}`,
          queried(value, schema),
        ).map((problem) => `the query ${name}${problem}`);
      }),
    ];
    const operation = bodySchema.safeParse(described);
    if (body === undefined || !operation.success) return queries;
    const content = kind in operation.data.requestBody.content ? kind : 'application/json';
    const ref = `discord#${pointer('paths', ...at, 'requestBody', 'content', content, 'schema')}`;
    return [...queries, ...problemsOf(ref, readable(body))];
  };
};

/** A check of requests against Discord's schema. It accepts everything if the schema is missing. */
export const openApiCheck = (): RequestCheck => {
  if (!openApiAtHand) return () => [];
  check ??= prepared();
  return check;
};
