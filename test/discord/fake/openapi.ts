import { existsSync, readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';

/** Discord's own description of its API, where it is at hand beside the project. */
const file = new URL('../../../../shared/data/discord-openapi.json', import.meta.url);

const descriptionSchema = z.object({
  components: z.unknown(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
});
const bodySchema = z.object({ requestBody: z.object({ content: z.record(z.string(), z.unknown()) }) });

export const openApiAtHand = existsSync(file);

/** What Discord's description objects to in a body; nothing where it says nothing. */
export type BodyCheck = (method: string, path: string, kind: string, body: unknown) => readonly string[];

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

let check: BodyCheck | undefined;

const prepared = (): BodyCheck => {
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
  return (method, path, kind, body) => {
    // Of two descriptions that fit, the one that names more of the path.
    const [found] = templates.filter(({ shape }) => shape.test(path)).toSorted((a, b) => a.holes - b.holes);
    if (found === undefined) return [`${path} is not described`];
    const operation = bodySchema.safeParse(paths[found.template]?.[method.toLowerCase()]);
    if (!operation.success) return [];
    const content = kind in operation.data.requestBody.content ? kind : 'application/json';
    const ref = `discord#${pointer('paths', found.template, method.toLowerCase(), 'requestBody', 'content', content, 'schema')}`;
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
    compiled.set(ref, validate);
    return validate(readable(body))
      ? []
      : (validate.errors ?? []).map((error) => `${error.instancePath}: ${error.message}`);
  };
};

/** Holds bodies against Discord's description; says nothing where the description is not at hand. */
export const openApiCheck = (): BodyCheck => {
  if (!openApiAtHand) return () => [];
  check ??= prepared();
  return check;
};
