#!/usr/bin/env bash
# Verifies an image of a release: bash images/verify.sh IMAGE@sha256:DIGEST OWNER/REPOSITORY
# That it was signed by the release workflow of that repository, and that SBOM and provenance go with it. Fails on the
# first that is missing. Needs cosign, docker with buildx, and jq.
set -euo pipefail
if [[ $# -ne 2 || ! "$1" =~ ^[^@[:space:]]+@sha256:[0-9a-f]{64}$ || ! "$2" =~ ^[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+$ ]]; then
  echo "usage: bash images/verify.sh IMAGE@sha256:DIGEST OWNER/REPOSITORY" >&2
  exit 2
fi
image=$1
repository=$2

cosign verify "$image" \
  --certificate-oidc-issuer https://token.actions.githubusercontent.com \
  --certificate-identity-regexp "^https://github\.com/${repository//./\\.}/\.github/workflows/release\.yaml@refs/tags/v[0-9]+\.[0-9]+\.[0-9]+$" \
  > /dev/null
echo "signed by the release workflow of $repository"

sbom=$(docker buildx imagetools inspect "$image" --format '{{ json .SBOM }}')
jq --exit-status '[.. | .SPDX? | objects | .packages | length] | length > 0 and all(. > 0)' <<< "$sbom" > /dev/null
echo "has an SBOM for each platform"

provenance=$(docker buildx imagetools inspect "$image" --format '{{ json .Provenance }}')
jq --exit-status '[.. | .SLSA? | objects] | length > 0' <<< "$provenance" > /dev/null
echo "has provenance for each platform"
