# The server in a small image: `docker build -t alhambra .`, then
# `docker run -p 8080:8080 -v alhambra:/data alhambra`. docs/hosting.md tells more.

# The client, which is bundled into the program.
FROM node:22-bookworm-slim AS client
WORKDIR /build/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci
COPY web ./
# The pages of the rules and the first lesson.
COPY docs/rules /build/docs/rules
COPY games/first-lesson.txt /build/games/
RUN npm run build

# The program, built by the oldest version that Cargo.toml asks for.
FROM rust:1.95-bookworm AS program
WORKDIR /build
COPY . .
COPY --from=client /build/web/dist web/dist
RUN cargo build --release --locked --package alhambra-cli

# Only what runs.
FROM debian:bookworm-slim
# Somebody without any rights serves; everything is kept in /data.
RUN useradd --system --home-dir /data --create-home alhambra
COPY --from=program /build/target/release/alhambra /usr/local/bin/alhambra
USER alhambra
WORKDIR /data
VOLUME /data
ENV ALHAMBRA_BIND=0.0.0.0:8080 ALHAMBRA_DATABASE=/data/alhambra.db ALHAMBRA_LOG_FORMAT=json
EXPOSE 8080
STOPSIGNAL SIGTERM
ENTRYPOINT ["alhambra"]
CMD ["serve"]
