import { isRandomLike } from '../checks/tokens.ts'
import { type Kind, literal, token } from './kind.ts'

const secret = (row: number, name: string, triggers: string, pattern: RegExp): Kind => ({
  row,
  name,
  how: 'validated',
  secret: true,
  rules: [literal(triggers, pattern)],
})

const near = (row: number, name: string, words: readonly string[], pattern: RegExp, min: number): Kind => ({
  row,
  name,
  how: 'context',
  secret: true,
  words,
  rules: [token({ first: 'A-Za-z0-9', min, pattern, near: true, validate: isRandomLike })],
})

// Credentials of forges, registries and pipelines.
export const CODE_CI: readonly Kind[] = Object.freeze([
  // A wrong checksum is no reason to let a token of that prefix and length pass.
  secret(91, 'github_token', 'ghp_|gho_|ghu_|ghs_|ghr_', /gh[pousr]_[A-Za-z0-9_.-]{36,520}/y),
  secret(91, 'github_pat', 'github_pat_', /github_pat_[A-Za-z0-9_]{36,255}/y),
  secret(
    92,
    'gitlab_token',
    'glpat-|glptt-|gldt-|glrt-|glcbt-|glft-|glsoat-|glffct-|glimt-|glagent-|gloas-|glrtr-|glwt-',
    /gl(?:pat|ptt|dt|rt|cbt|ft|soat|ffct|imt|agent|oas|rtr|wt)-[A-Za-z0-9_.=-]{18,300}/y,
  ),
  secret(92, 'gitlab_runner', 'gr1348941', /GR1348941[A-Za-z0-9_-]{20,64}/y),
  secret(93, 'npm_token', 'npm_', /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/y),
  secret(93, 'pypi_token', 'pypi-', /pypi-[A-Za-z0-9_-]{50,1024}/y),
  secret(93, 'rubygems_token', 'rubygems_', /rubygems_[0-9a-f]{48}(?![0-9a-z])/y),
  secret(93, 'nuget_key', 'oy2', /oy2[a-z0-9]{43}(?![A-Za-z0-9])/y),
  secret(93, 'docker_token', 'dckr_pat_|dckr_oat_', /dckr_[po]at_[A-Za-z0-9_-]{27,64}/y),
  secret(93, 'cargo_token', 'cio', /cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/y),
  secret(
    94,
    'atlassian_token',
    'atatt3|atctt3|atbb|atcs',
    /(?:AT(?:ATT|CTT)3[A-Za-z0-9_=-]{32,400}|ATBB[A-Za-z0-9]{32}|ATCS[A-Za-z0-9_=-]{20,400})/y,
  ),
  near(
    94,
    'jira_token',
    ['jira', 'atlassian', 'bitbucket', 'confluence'],
    /[A-Za-z0-9]{24}(?![A-Za-z0-9])/y,
    24,
  ),
  {
    row: 95,
    name: 'terraform_token',
    how: 'validated',
    secret: true,
    rules: [
      literal('.atlasv1.', /[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}/y, { lead: /[A-Za-z0-9]{14}$/ }),
    ],
  },
  secret(95, 'vault_token', 'hvs.|hvb.|hvr.', /hv[sbr]\.[A-Za-z0-9_-]{24,300}/y),
  secret(
    95,
    'doppler_token',
    'dp.pt.|dp.st.|dp.ct.|dp.sa.|dp.scim.|dp.audit.',
    /dp\.(?:pt|ct|sa|scim|audit|st(?:\.[a-z0-9_-]{2,35})?)\.[A-Za-z0-9]{40,44}/y,
  ),
  secret(95, 'pulumi_token', 'pul-', /pul-[0-9a-f]{40}(?![0-9a-z])/y),
  secret(95, 'onepassword_token', 'ops_eyj', /ops_eyJ[A-Za-z0-9+/_-]{80,1200}={0,2}/y),
  secret(
    95,
    'onepassword_secret_key',
    'a3-',
    /A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}/y,
  ),
  secret(95, 'age_key', 'age-secret-key-', /AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{58,300}/iy),
  secret(95, 'databricks_token', 'dapi', /dapi[0-9a-f]{32}(?:-\d)?(?![0-9a-z])/y),
  secret(95, 'planetscale_token', 'pscale_', /pscale_(?:tkn|oauth|pw)_[A-Za-z0-9_.=-]{32,64}/y),
  near(
    95,
    'snyk_token',
    ['snyk'],
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/y,
    8,
  ),
  secret(95, 'snyk_pat', 'snyk_uat.|snyk_sat.', /snyk_[us]at\.[0-9a-f]{8}\.[A-Za-z0-9_.-]{40,400}/y),
  secret(95, 'sonar_token', 'squ_|sqp_|sqa_', /sq[upa]_[0-9a-f]{40}(?![0-9a-z])/y),
  secret(
    95,
    'jfrog_token',
    'akcp|cmvmdgtuo',
    /(?:AKCp[A-Za-z0-9]{60,80}|cmVmdGtuO[A-Za-z0-9+/=]{50,80})(?![A-Za-z0-9])/y,
  ),
  secret(95, 'buildkite_token', 'bkua_|bkct_|bkaj_', /bk(?:ua|ct|aj)_[A-Za-z0-9]{32,64}/y),
  secret(95, 'circleci_token', 'ccipat_|cciprj_', /cci(?:pat|prj)_[A-Za-z0-9]{16,32}_[0-9a-f]{40}/y),
  near(95, 'circle_token', ['circle', 'circleci', 'circle_token'], /[0-9a-f]{40}(?![0-9a-z])/y, 40),
  near(
    95,
    'launchdarkly_key',
    ['launchdarkly', 'launch_darkly'],
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/y,
    8,
  ),
  secret(
    95,
    'launchdarkly_token',
    'sdk-|api-|mob-',
    /(?:sdk|api|mob)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/y,
  ),
  secret(95, 'linear_key', 'lin_api_|lin_oauth_', /lin_(?:api|oauth)_[A-Za-z0-9]{32,64}/y),
  secret(95, 'postman_key', 'pmak-', /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/y),
  secret(95, 'tailscale_key', 'tskey-', /tskey-[a-z]{2,10}-[A-Za-z0-9]{10,24}(?:-[A-Za-z0-9]{20,48})?/y),
] as const)
