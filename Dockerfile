# The whole product in one image; ROLES says what a container of it does.

FROM node:20.19.4-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
# For packages that have nothing built for this platform.
RUN apt-get update && apt-get install --yes --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json ./
# Not `npm ci`, which stops where a registry lacks other platforms' optional packages.
RUN npm install --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:20.19.4-bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends ffmpeg fontconfig fonts-dejavu-core fonts-noto-core tini && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# The AWS SDK says at each start what versions of it yet to come will want of Node; what is installed is fixed by the lock file.
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED=true HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/web ./web
COPY --from=build /app/package.json ./package.json
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Programs that the server starts are its own to end; what they leave behind is gathered up here.
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=64", "--enable-source-maps", "dist/main.js"]
