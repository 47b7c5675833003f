#!/bin/sh
# Runs the collection with newman, against the sandbox of assay:
#
#   assay partner -- sh run.sh
cd "$(dirname "$0")" || exit 2
exec newman run store.postman_collection.json \
  --env-var "base_url=$ASSAY_BASE_URL" --env-var "token=$ASSAY_TOKEN" --env-var "store_key=$ASSAY_STORE_KEY"
