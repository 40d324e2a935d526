# Builds the image of the server. See docs/operations.md, In a container.
FROM node:24.21.0-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && sh deploy/make-app.sh /app

FROM node:24.21.0-slim
ENV NODE_ENV=production \
    DATABASE_FILE=/data/certrace.sqlite \
    UPLOADS_DIR=/data/uploads \
    KEYS_DIR=/keys \
    BACKUP_DIR=/backups
# Converts videos that browsers cannot play.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
RUN install -d -o node -g node -m 700 /data /keys /backups
# root owns the program, so that the server cannot change it.
COPY --from=build /app /app
WORKDIR /app
USER node
VOLUME ["/data", "/keys", "/backups"]
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.ts"]
