# The whole product in one image; ROLES says what a container of it does.

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
COPY packages ./packages
# Not `npm ci`, which stops where a registry lacks other platforms' optional packages.
RUN npm install --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund && rm -rf web/.next/cache

FROM node:24.21.0-bookworm-slim
# Patched with Debian's releases, so no versions here. eSpeak NG speaks AI Shorts and lip sync.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends espeak-ng ffmpeg fontconfig fonts-dejavu-core fonts-noto-core tini \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# The AWS SDK warns at each start of what its later versions will ask of Node; the lock file fixes the version installed.
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED=true \
  HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/web ./web
COPY --from=build /app/packages ./packages
COPY --from=build /app/package.json /app/LICENSE /app/THIRD_PARTY.md ./
RUN mkdir /data && chown node:node /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health/ready').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Reaps what programs that the server starts leave behind.
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=64", "--enable-source-maps", "dist/main.js"]
