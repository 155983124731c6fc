import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, wanted } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Images of a repository with tags, digests and when each was pushed.
export const registryImagesList = defineOperation({
  id: 'registry.images.list',
  title: 'Images of a registry',
  describe:
    'Lists images of one registry repository with tags, digest, size and when each was pushed and last pulled; newest first.',
  when: [
    'does the image exist',
    'image tags',
    'ImagePullBackOff',
    'when was the image pushed',
    'digest of a tag',
  ],
  contract: 1,
  input: z.strictObject({
    repository: wanted('Repository, without registry host and tag: team/app'),
    tag: filter('Only the image with this tag'),
    digest: filter('Only the image with this digest'),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    repository: z.string(),
    images: z.array(
      z.object({
        digest: z.string(),
        tags: z.array(z.string()),
        pushed_at: maybe.time,
        last_pulled_at: maybe.time,
        size_bytes: maybe.number,
        platforms: maybe.texts,
        scan: z.object({ critical: maybe.number, high: maybe.number, scanned_at: maybe.time }).nullable(),
        uri: maybe.text,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['ecr:DescribeRepositories', 'ecr:DescribeImages'],
    gcp: ['artifactregistry.dockerimages.list'],
    magalu: ['mcr.read'],
    github: ['read:packages (classic token)'],
  },
  proof:
    'the repository exists and its images were read to their end, or the tag was asked for by name and is not there',
  since: '0.1.0',
})
