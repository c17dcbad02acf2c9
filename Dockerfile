# An image of the program with the explorer, on Debian.
#
#     docker build -t drawproof .
#     docker run --rm -p 127.0.0.1:9000:9000 drawproof          # the explorer on http://127.0.0.1:9000
#     docker run --rm drawproof verify KRKR
#     docker run --rm -v "$PWD:/work" -v drawproof-tables:/tables drawproof verify KRKB --plugin ./rule.so
#
# Compile rules that are shared libraries for the libc of Debian 12 or an older one.
FROM rust:1.95-slim-bookworm AS build
RUN rustup target add wasm32-unknown-unknown
WORKDIR /source
COPY . .
RUN WASM_TOOLCHAIN=rustup scripts/build-web --solver && \
    cargo install --locked --features columns --path . --root /installed

FROM debian:bookworm-slim
COPY --from=build /installed/bin/drawproof /usr/local/bin/drawproof
COPY LICENSE-MIT LICENSE-APACHE /usr/local/share/doc/drawproof/
# Tables that 'drawproof generate' writes.
ENV DRAWPROOF_TABLES=/tables
RUN useradd --uid 1000 --create-home drawproof && install --directory --owner=drawproof /tables /work
VOLUME /tables
USER 1000
WORKDIR /work
EXPOSE 9000
# The server answers; a container that runs another command is well.
HEALTHCHECK --interval=30s --timeout=5s CMD ["bash", "-c", "! grep -qz '^serve$' /proc/1/cmdline || \
  { exec 3<>/dev/tcp/127.0.0.1/9000 && printf 'GET /monitor HTTP/1.0\\r\\n\\r\\n' >&3 && grep -q ' 200 ' <&3; }"]
ENTRYPOINT ["drawproof"]
CMD ["serve", "--listen", "0.0.0.0:9000"]
