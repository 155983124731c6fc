import { type Kind, literal, nearRandom, prefixed, token } from './kind.ts'

// Credentials of messengers, payment and models.
export const MESSAGING_PAYMENT_AI: readonly Kind[] = Object.freeze([
  prefixed(
    96,
    'slack_token',
    'xoxb-|xoxp-|xoxa-|xoxr-|xoxs-|xoxe-|xoxo-|xoxc-|xoxd-|xoxe.',
    /xox[abcdeoprs](?:\.xox[bp])?-[A-Za-z0-9%._-]{10,400}/y,
  ),
  prefixed(96, 'slack_app_token', 'xapp-', /xapp-\d-[A-Z0-9]{8,16}-\d{8,16}-[0-9a-f]{64}/y),
  prefixed(
    96,
    'slack_webhook',
    'hooks.slack.com/',
    /hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9/_-]{20,120})/y,
  ),
  {
    row: 96,
    name: 'discord_token',
    how: 'validated',
    secret: true,
    rules: [
      token({
        first: 'MNO',
        min: 6,
        pattern: /[MNO][A-Za-z0-9_-]{23,25}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}(?![A-Za-z0-9_-])/y,
      }),
      literal(
        'discord.com/api/webhooks/|discordapp.com/api/webhooks/',
        /discord(?:app)?\.com\/api\/webhooks\/(\d{17,20}\/[A-Za-z0-9_-]{60,72})/y,
      ),
    ],
  },
  {
    row: 96,
    name: 'telegram_token',
    how: 'validated',
    secret: true,
    rules: [literal(':aa', /\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/y, { lead: /\d{8,10}$/ })],
  },
  prefixed(
    96,
    'teams_webhook',
    'webhook.office.com/',
    /webhook\.office\.com\/(webhookb2\/[A-Za-z0-9@/-]{60,260})/y,
  ),
  {
    row: 97,
    name: 'twilio_key',
    how: 'validated',
    secret: true,
    words: ['twilio', 'twilio_auth'],
    rules: [
      literal('sk', /SK[0-9a-f]{32}(?![0-9a-z])/y),
      token({ first: '0-9a-f', min: 32, pattern: /[0-9a-f]{32}(?![0-9a-z])/y, near: true }),
    ],
  },
  prefixed(97, 'sendgrid_key', 'sg.', /SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,64}/y),
  {
    row: 97,
    name: 'mailgun_key',
    how: 'validated',
    secret: true,
    rules: [
      literal('key-', /key-[0-9a-f]{32}(?![0-9a-z])/y),
      token({
        first: '0-9a-f',
        min: 32,
        max: 32,
        follow: '-wwwwwwww-',
        pattern: /[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![0-9a-z])/y,
      }),
    ],
  },
  {
    row: 97,
    name: 'mailchimp_key',
    how: 'validated',
    secret: true,
    rules: [
      token({
        first: '0-9a-f',
        min: 32,
        max: 32,
        follow: '-usd',
        pattern: /[0-9a-f]{32}-us\d{1,2}(?![0-9a-z])/y,
      }),
    ],
  },
  prefixed(
    98,
    'stripe_key',
    'sk_live_|sk_test_|rk_live_|rk_test_|sk_org_|whsec_',
    /(?:[sr]k_(?:live|test|prod|org(?:_live|_test)?)_[A-Za-z0-9]{10,255}|whsec_[A-Za-z0-9+/=]{20,80})/y,
  ),
  prefixed(
    98,
    'square_token',
    'sq0atp-|sq0csp-|eaaa',
    /(?:sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}|EAAA[A-Za-z0-9_-]{56,64})(?![A-Za-z0-9_-])/y,
  ),
  prefixed(
    98,
    'shopify_token',
    'shpat_|shpca_|shppa_|shpss_|shpua_',
    /shp(?:at|ca|pa|ss|ua)_[0-9a-fA-F]{32}/y,
  ),
  prefixed(
    98,
    'plaid_token',
    'access-sandbox-|access-development-|access-production-',
    /access-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/y,
  ),
  prefixed(
    98,
    'mercado_pago_token',
    'app_usr-|test-',
    /(?:APP_USR|TEST)-\d{10,20}-\d{6}-[0-9a-f]{32}(?:__[A-Z_]{5}__)?-\d{5,12}/y,
  ),
  prefixed(
    98,
    'paypal_token',
    'access_token$',
    /access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}/y,
  ),
  prefixed(98, 'pix_secret', 'aact_', /\$?aact_(?:prod_|hmlg_)?[A-Za-z0-9:=_-]{40,300}/y),
  prefixed(
    99,
    'openai_key',
    'sk-proj-|sk-svcacct-|sk-admin-|sk-',
    /sk-(?:(?:proj|svcacct|admin|service)-[A-Za-z0-9_-]{20,220}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|[A-Za-z0-9]{32,64})(?![A-Za-z0-9])/y,
  ),
  prefixed(99, 'anthropic_key', 'sk-ant-', /sk-ant-[A-Za-z0-9_-]{20,220}/y),
  prefixed(99, 'huggingface_token', 'hf_|api_org_', /(?:hf_|api_org_)[A-Za-z]{34}(?![A-Za-z0-9])/y),
  prefixed(99, 'groq_key', 'gsk_', /gsk_[A-Za-z0-9]{40,64}(?![A-Za-z0-9])/y),
  nearRandom(99, 'cohere_key', ['cohere', 'co_api_key'], /[A-Za-z0-9]{40}(?![A-Za-z0-9])/y, 40),
  prefixed(99, 'perplexity_key', 'pplx-', /pplx-[A-Za-z0-9]{40,64}/y),
  prefixed(99, 'replicate_token', 'r8_', /r8_[A-Za-z0-9]{37}(?![A-Za-z0-9])/y),
  prefixed(99, 'xai_key', 'xai-', /xai-[A-Za-z0-9]{60,90}/y),
  prefixed(99, 'openrouter_key', 'sk-or-v1-', /sk-or-v1-[0-9a-f]{64}/y),
] as const)
