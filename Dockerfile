FROM node:24-slim AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY prisma prisma
# No install script runs: the packages that have one are not needed here, and our own is called by name.
RUN npm ci --omit=dev --ignore-scripts && node prisma/generate.mjs
COPY commands commands
COPY src src
RUN export NODE_ENV=production && node prisma/bundle.mjs && node prisma/drop-build-tools.mjs

FROM node:24-slim
ENV NODE_ENV=production DATA_DIR=/data METRICS_PORT=9464 METRICS_HOST=0.0.0.0 NODE_COMPILE_CACHE=/data/compile-cache
# The C library keeps memory apart for each thread, eight times the cores: with two such places the bot takes 10 to 15 MB less.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY package.json ./
COPY assets assets
COPY prisma prisma
COPY commands commands
COPY src src
COPY --from=modules /app/src/persistence/generated src/persistence/generated
COPY --from=modules /app/dist dist
RUN install -d -o node -g node /data
USER node
VOLUME /data
EXPOSE 9464
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.METRICS_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=2", "--v8-pool-size=1", "src/start.js"]
