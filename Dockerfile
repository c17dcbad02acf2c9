# An image with the program alone, on Debian.
#
#     docker build -t drawproof .
#     docker run --rm drawproof verify KRKR
#     docker run --rm -v "$PWD:/work" -v drawproof-tables:/tables drawproof verify KRKB --plugin ./rule.so
#
# Compile rules that are shared libraries for the libc of Debian 12 or an older one.
FROM rust:1.95-slim-bookworm AS build
WORKDIR /source
COPY . .
RUN cargo install --locked --features columns --path . --root /installed

FROM debian:bookworm-slim
COPY --from=build /installed/bin/drawproof /usr/local/bin/drawproof
COPY LICENSE-MIT LICENSE-APACHE /usr/local/share/doc/drawproof/
# Tables that 'drawproof generate' writes.
ENV DRAWPROOF_TABLES=/tables
RUN useradd --uid 1000 --create-home drawproof && install --directory --owner=drawproof /tables /work
VOLUME /tables
USER 1000
WORKDIR /work
ENTRYPOINT ["drawproof"]
