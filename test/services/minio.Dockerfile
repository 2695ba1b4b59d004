# MinIO from the Go module that stands in the build context, as docker-compose.yml and the tests use it.

FROM golang:1.26.8-bookworm AS build
WORKDIR /build
COPY go.mod go.sum tools.go ./
RUN CGO_ENABLED=0 go build -buildvcs=false -mod=readonly -ldflags='-s -w' -o /minio github.com/minio/minio

FROM busybox:1.37.0-musl
COPY --from=build /minio /usr/local/bin/minio
USER 1000:1000
EXPOSE 9000
HEALTHCHECK --interval=5s --timeout=5s --retries=12 CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:9000/minio/health/ready"]
ENTRYPOINT ["minio"]
CMD ["server", "/data"]
