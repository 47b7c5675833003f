# assay as an image that holds the program, CA certificates, notices and nothing else:
#
#   docker build -t assay .
#   docker run --rm -e ASSAY_TOKEN -v "$PWD/report:/work/conformance-report" \
#     assay server --base-url https://sandbox.example --store-key MY-STORE
#
# The report folder on the host must be writable for user 65534.
FROM golang:1.26.5@sha256:3aff6657219a4d9c14e27fb1d8976c49c29fddb70ba835014f477e1c70636647 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w" -o /out/assay ./cmd/assay && mkdir /out/work

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /src/internal/notices/NOTICES.txt /NOTICES.txt
COPY --from=build /out/assay /assay
COPY --from=build --chown=65534:65534 /out/work /work
USER 65534:65534
WORKDIR /work
ENTRYPOINT ["/assay"]
